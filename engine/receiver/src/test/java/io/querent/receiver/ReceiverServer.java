package io.querent.receiver;

import io.querent.receiver.jdbc.ReceiverSchema;
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
public final class ReceiverServer {
    private static final String TEMPLATE = "receiver_template";
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = start();

    private ReceiverServer() {}

    public static int port() {
        return SERVER.getPort();
    }

    /** A new database with the schema in it, and accounts to move money between. */
    public static ReceiverDatabase newDatabase() {
        return new ReceiverDatabase(create(" TEMPLATE " + TEMPLATE));
    }

    /** A new database with nothing in it. */
    public static ReceiverDatabase newEmptyDatabase() {
        return new ReceiverDatabase(create(""));
    }

    private static synchronized String create(String options) {
        String name = "test_" + DATABASES.incrementAndGet();
        execute(SERVER, "postgres", "CREATE DATABASE " + name + options);
        return name;
    }

    /** The library's own defaults are for tests that need not survive anything: no fsync, asynchronous commits. */
    private static EmbeddedPostgres start() {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
        try {
            Path data = Files.createTempDirectory("querent-receiver-test");
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setRegisterShutdownHook(false)
                    .setPGStartupWait(Duration.ofMinutes(1))
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> throwAway(data)));
            execute(server, "postgres", "CREATE DATABASE " + TEMPLATE);
            ReceiverSchema.migrate(server.getDatabase("postgres", TEMPLATE));
            execute(server, TEMPLATE, """
                    CREATE TABLE account (name text PRIMARY KEY, balance bigint NOT NULL);
                    CREATE TABLE ledger (operation_key text NOT NULL, amount bigint NOT NULL);
                    INSERT INTO account VALUES ('A', 1000)
                    """);
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Nobody needs what is in it: stopping at once spares a checkpoint of all databases. */
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

    private static void execute(EmbeddedPostgres server, String database, String sql) {
        try (Connection connection = server.getDatabase("postgres", database).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }
}
