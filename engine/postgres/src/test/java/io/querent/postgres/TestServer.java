package io.querent.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The one server of this test JVM. Each test class takes a database of its own. */
public final class TestServer {
    /** For what takes long only on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String TEMPLATE = "querent_template";
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = start();

    private TestServer() {}

    public static int port() {
        return SERVER.getPort();
    }

    /** A new database with the schema in it. */
    public static TestDatabase newDatabase() {
        return new TestDatabase(create(" TEMPLATE " + TEMPLATE), port());
    }

    /** A new database with nothing in it. */
    public static TestDatabase newEmptyDatabase() {
        return new TestDatabase(create(""), port());
    }

    private static String create(String options) {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name + options);
        return name;
    }

    /** The library's own defaults are for tests that need not survive anything: no fsync, asynchronous commits. */
    static EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder()
                .setPGStartupWait(PATIENCE)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "200")
                .setServerConfig("autovacuum_naptime", "5s");
    }

    private static EmbeddedPostgres start() {
        Awaitility.setDefaultTimeout(PATIENCE);
        try {
            Path data = Files.createTempDirectory("querent-test");
            EmbeddedPostgres server = builder()
                    .setDataDirectory(data)
                    .setRegisterShutdownHook(false)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> throwAway(data)));
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + TEMPLATE);
            }
            PostgresSchema.migrate(server.getDatabase("postgres", TEMPLATE));
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Nobody needs what is in it: stopping at once spares a checkpoint of some hundred databases. */
    private static void throwAway(Path data) {
        try {
            String postmaster =
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim();
            new ProcessBuilder("kill", "-QUIT", postmaster).start().waitFor();
            ProcessHandle.of(Long.parseLong(postmaster))
                    .ifPresent(process -> process.onExit().join());
            try (Stream<Path> files = Files.walk(data)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized void execute(String sql) {
        try (Connection connection = SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }
}
