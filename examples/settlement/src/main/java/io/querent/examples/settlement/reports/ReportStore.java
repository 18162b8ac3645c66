package io.querent.examples.settlement.reports;

import io.querent.saga.Call;
import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Where merchants fetch their reports: a directory, in which each lies under the key of the operation that uploaded it. A report is there
 * as a whole or not at all: it is written beside its place, flushed, and moved there. Thread-safe.
 */
public final class ReportStore {
    /** What is true of it. */
    public static final Downstream REPORT_STORE = Downstream.named("report-store")
            .honoursOperationKey(Duration.ofDays(3_650))
            .visibleWithin(Duration.ofSeconds(2))
            .timeLimit(Duration.ofSeconds(5))
            .build();

    private static final String SUFFIX = ".csv";

    private final Path directory;
    private final ReportDesk reports;

    /** @param directory made where there is none */
    public ReportStore(Path directory, ReportDesk reports) {
        this.directory = directory;
        this.reports = reports;
    }

    /** Stage three: uploads what was generated. What lies there already stays, and is looked at. */
    public Outcome<StoredReport> upload(Call call, Written report) throws IOException {
        byte[] content =
                reports.content(report).orElseThrow(() -> new IOException("the report was not generated; " + report));
        Path place = place(call);
        if (!Files.exists(place)) {
            write(place, content, call.attempt());
        }
        StoredReport stored = stored(place);
        return stored.holds(report)
                ? Outcome.succeeded(stored)
                : Outcome.unknown("under the key lies another report; file=" + stored.file());
    }

    /** Looks what lies under the key. */
    public QueryResult<StoredReport> find(Call call, Written report) throws IOException {
        try {
            return QueryResult.found(stored(place(call)));
        } catch (NoSuchFileException absent) {
            return QueryResult.notFound();
        }
    }

    /** All reports that lie there, for auditors. */
    public Stream<StoredReport> all() throws IOException {
        if (!Files.isDirectory(directory)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).toList().stream()
                    .map(ReportStore::storedUnchecked);
        }
    }

    /** The name under which that operation's report lies. */
    public static String fileOf(String operationKey) {
        return URLEncoder.encode(operationKey, StandardCharsets.UTF_8) + SUFFIX;
    }

    private Path place(Call call) {
        return directory.resolve(fileOf(call.operationKey().value()));
    }

    private void write(Path place, byte[] content, int attempt) throws IOException {
        Files.createDirectories(directory);
        Path beside = directory.resolve(place.getFileName() + "." + attempt + "."
                + ProcessHandle.current().pid() + ".part");
        try (FileChannel file = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                file.write(rest);
            }
            file.force(true);
        }
        Files.move(beside, place, StandardCopyOption.ATOMIC_MOVE);
    }

    private static StoredReport stored(Path place) throws IOException {
        return new StoredReport(String.valueOf(place.getFileName()), Sha256.of(Files.readAllBytes(place)));
    }

    private static StoredReport storedUnchecked(Path place) {
        try {
            return stored(place);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
