package io.querent.examples.payment.faultrun.site;

import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A PostgreSQL server that can be taken away and brought back. It is stopped when this object is closed, and by a small shell that
 * watches over it when this process is killed. Not thread-safe.
 */
public final class DatabaseServer implements AutoCloseable {
    private static final long END_SECONDS = 60;
    /**
     * Its input ends when this process does. Then whatever server runs on the data is told to stop at once, also one that was just
     * being started.
     */
    private static final String GUARD = """
            cat >/dev/null
            for look in 1 2 3 4 5 6 7 8 9 10; do
                server=$(head -n 1 "$1/postmaster.pid" 2>/dev/null)
                case $(ps -o args= -p "${server:-0}") in *"$1"*) kill -QUIT "$server"; exit;; esac
                sleep 1
            done
            """;

    private final EmbeddedPostgresSettings settings;
    private final Process guard;
    private volatile @Nullable EmbeddedPostgresServer server;

    private DatabaseServer(EmbeddedPostgresSettings settings, Process guard) {
        this.settings = settings;
        this.guard = guard;
    }

    /** Starts a server that keeps its data in {@code directory}, with a database of that name. Every commit is flushed. */
    static DatabaseServer in(Path directory, String database) throws IOException {
        EmbeddedPostgresSettings settings = EmbeddedPostgresSettings.in(directory)
                .withDatabaseName(database)
                .withServerSettings(Map.of("synchronous_commit", "on", "fsync", "on", "max_connections", "120"));
        Process guard = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        GUARD,
                        "guard",
                        settings.directory().resolve("data").toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        DatabaseServer made = new DatabaseServer(settings, guard);
        try {
            made.start();
            return made;
        } catch (RuntimeException refused) {
            guard.destroyForcibly();
            throw refused;
        }
    }

    /** The port it listens on now. */
    int port() {
        return running().port();
    }

    /** Its superuser's password, the same after every start. */
    String password() {
        return running().password();
    }

    /** JDBC address of the database, with its user, at another port: as clients behind a proxy see it. */
    String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + settings.databaseName() + "?sslmode=disable&user="
                + running().username();
    }

    /** Connections that are made anew each time and do not go through any proxy. */
    public DataSource direct() {
        return new DriverManagerDataSource(url(port()), running().username(), password());
    }

    /** Ends the server in good order. */
    void stop() {
        running().close();
        server = null;
    }

    /** Ends the postmaster with SIGKILL. Its backends find out by themselves. */
    void kill() throws IOException, InterruptedException {
        ProcessHandle postmaster = ProcessHandle.of(postmaster()).orElseThrow();
        postmaster.destroyForcibly();
        try {
            var unused = postmaster.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException lasting) {
            throw new IOException("the database server could not be killed", lasting);
        }
        stop();
    }

    /** Starts it on the data that it left. */
    void start() {
        server = EmbeddedPostgresServer.start(settings);
    }

    /** The guard is not ended by the end of its input: it would act on it. */
    @Override
    public void close() {
        if (server != null) {
            stop();
        }
        guard.destroyForcibly();
    }

    private long postmaster() throws IOException {
        return Long.parseLong(Files.readAllLines(postmasterFile()).get(0).strip());
    }

    private Path postmasterFile() {
        return running().dataDirectory().resolve("postmaster.pid");
    }

    private EmbeddedPostgresServer running() {
        EmbeddedPostgresServer now = server;
        if (now == null) {
            throw new IllegalStateException("the server in " + settings.directory() + " does not run");
        }
        return now;
    }
}
