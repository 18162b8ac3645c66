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
    /** Its input ends when this process does. Then the server is told to stop at once, if it still is the one that was meant. */
    private static final String GUARD =
            "cat >/dev/null; [ \"$(head -n 1 \"$1\" 2>/dev/null)\" = \"$2\" ] && kill -QUIT \"$2\"";

    private final EmbeddedPostgresSettings settings;
    private volatile @Nullable EmbeddedPostgresServer server;
    private @Nullable Process guard;

    private DatabaseServer(EmbeddedPostgresSettings settings) {
        this.settings = settings;
    }

    /** Starts a server that keeps its data in {@code directory}, with a database of that name. Every commit is flushed. */
    static DatabaseServer in(Path directory, String database) throws IOException {
        DatabaseServer made = new DatabaseServer(EmbeddedPostgresSettings.in(directory)
                .withDatabaseName(database)
                .withServerSettings(Map.of("synchronous_commit", "on", "fsync", "on", "max_connections", "120")));
        made.start();
        return made;
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
        endGuard();
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
    void start() throws IOException {
        EmbeddedPostgresServer started = EmbeddedPostgresServer.start(settings);
        server = started;
        guard = new ProcessBuilder(
                        "/bin/sh", "-c", GUARD, "guard", postmasterFile().toString(), Long.toString(postmaster()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Override
    public void close() {
        if (server != null) {
            stop();
        }
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

    /** Not by the end of its input: it would act on it. */
    private void endGuard() {
        if (guard != null) {
            guard.destroyForcibly();
            guard = null;
        }
    }
}
