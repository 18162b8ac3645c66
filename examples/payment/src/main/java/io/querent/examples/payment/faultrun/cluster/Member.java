package io.querent.examples.payment.faultrun.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A member of the cluster: a PostgreSQL server and the Patroni that watches over it. Not thread-safe. */
public final class Member {
    private static final Duration END = Duration.ofSeconds(30);

    private final PatroniSettings settings;
    private final Path patroni;
    private final Path configuration;
    private final Path log;
    private @Nullable Program running;

    Member(PatroniSettings settings, Path patroni, Path configuration, Path log) {
        this.settings = settings;
        this.patroni = patroni;
        this.configuration = configuration;
        this.log = log;
    }

    public String name() {
        return settings.name();
    }

    /** Port of its PostgreSQL. */
    public int port() {
        return settings.port();
    }

    int restPort() {
        return settings.restPort();
    }

    boolean isRunning() {
        return running != null && running.isAlive();
    }

    /** Starts Patroni, which starts PostgreSQL on what data there is. */
    void start() throws IOException {
        running = Program.start(
                List.of(patroni.toString(), configuration.toString()),
                settings.directory(),
                log,
                settings.directory().resolve("patroni.pid"));
    }

    /**
     * Ends everything of it with SIGKILL: first Patroni, so that it cannot give up its leadership in good order or start its server
     * again, then the server and each process of the server.
     */
    void kill() throws IOException, InterruptedException {
        Program patroniNow = running;
        Optional<ProcessHandle> postmaster = postmaster();
        if (patroniNow == null || postmaster.isEmpty()) {
            throw new IOException(name() + " does not run");
        }
        List<ProcessHandle> server = new ArrayList<>();
        server.add(postmaster.get());
        postmaster.get().descendants().forEach(server::add);
        patroniNow.kill();
        running = null;
        server.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : server) {
            Program.awaitEnd(each, END);
        }
    }

    /** Ends it: Patroni stops its server. Afterwards nothing of it runs, whatever that takes. */
    void stop() throws InterruptedException {
        Program patroniNow = running;
        running = null;
        if (patroniNow != null) {
            patroniNow.terminate(END);
        }
        try {
            Optional<ProcessHandle> left = postmaster();
            if (left.isPresent()) {
                left.get().destroyForcibly();
                Program.awaitEnd(left.get(), END);
            }
        } catch (IOException lasting) {
            throw new IllegalStateException("the server of " + name() + " could not be ended", lasting);
        }
    }

    /** Its server's first process, if the one that its lock file names lives and is a server on its data. */
    private Optional<ProcessHandle> postmaster() throws IOException {
        Path lock = settings.data().resolve("postmaster.pid");
        if (!Files.exists(lock)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(lock, UTF_8);
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        long pid = Long.parseLong(lines.get(0).strip());
        Path said = Path.of("/proc", Long.toString(pid), "cmdline");
        boolean ours = Files.exists(said)
                && Files.readString(said, UTF_8).contains(settings.data().toString());
        return ours ? ProcessHandle.of(pid) : Optional.empty();
    }
}
