package io.querent.spring.embedded;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * The PostgreSQL programs on the class path, unpacked beside the data.
 *
 * <p>The library that brings them can unpack them too, but into a folder under the system's temporary directory that it makes
 * writable for everybody and never repairs once a crash left a file half written.
 */
final class PostgresBinaries {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresBinaries.class);
    private static final int DIGEST_LENGTH_SHOWN = 16;
    private static final int FLUSHES_AT_A_TIME = 16;
    private static final int EXECUTABLE_BY_OWNER = 0100;

    private PostgresBinaries() {}

    /** Returns the folder of the programs, unpacking them if this is their first use in this directory. */
    static Path install(ServerDirectory directory) throws IOException {
        Path programs = directory.programs(digest(directory));
        if (Files.isDirectory(programs)) {
            return programs;
        }
        LOG.info("Unpacking PostgreSQL to {}", programs);
        Path unfinished = directory.unfinished(programs.getFileName().toString());
        try (TarArchiveInputStream archive = new TarArchiveInputStream(new XZInputStream(open(directory)))) {
            for (TarArchiveEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                unpack(entry, archive, unfinished);
            }
        }
        flush(unfinished);
        directory.publish(unfinished, programs);
        return programs;
    }

    private static void unpack(TarArchiveEntry entry, InputStream content, Path folder) throws IOException {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException("Entry outside of the archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.resolveSibling(""));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(content, target);
            if ((entry.getMode() & EXECUTABLE_BY_OWNER) != 0) {
                makeExecutable(target);
            }
        }
    }

    /**
     * The folder is trusted for ever, so it must be whole after a power cut too. Many files at a time, as each flush waits for
     * the same journal.
     */
    private static void flush(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> entries = Files.walk(folder)) {
            files = entries.filter(entry -> Files.isRegularFile(entry, NOFOLLOW_LINKS))
                    .toList();
        }
        ExecutorService threads = Executors.newFixedThreadPool(FLUSHES_AT_A_TIME);
        try {
            CompletableFuture.allOf(files.stream()
                            .map(file -> CompletableFuture.runAsync(() -> flushFile(file), threads))
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
        } catch (CompletionException e) {
            throw new IOException("Cannot be flushed to disk: " + folder, e.getCause());
        } finally {
            threads.shutdown();
        }
    }

    private static void flushFile(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void makeExecutable(Path target) throws IOException {
        if (!target.toFile().setExecutable(true)) {
            throw new IOException("Cannot be made executable: " + target);
        }
    }

    private static String digest(ServerDirectory directory) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream archive = new DigestInputStream(open(directory), digest)) {
            archive.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGEST_LENGTH_SHOWN);
    }

    private static InputStream open(ServerDirectory directory) throws IOException {
        try {
            return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system(), System.getProperty("os.arch"));
        } catch (IllegalStateException missing) {
            throw EmbeddedPostgresException.programsMissing(directory.root(), missing);
        }
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return "Darwin";
        }
        return name.startsWith("windows") ? "Windows" : "Linux";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
