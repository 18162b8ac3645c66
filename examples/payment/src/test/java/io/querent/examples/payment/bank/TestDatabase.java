package io.querent.examples.payment.bank;

import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.util.FileSystemUtils;

/** One PostgreSQL for all tests of the bank, a database of it for each test. */
final class TestDatabase {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String name = "bank_" + NUMBER.incrementAndGet();

    private TestDatabase() {}

    /** Started by the first test that needs it, stopped with the process. */
    private static final class Shared {
        static final EmbeddedPostgresServer SERVER = start();

        private static EmbeddedPostgresServer start() {
            try {
                Path directory = Files.createTempDirectory("bank-test");
                EmbeddedPostgresServer server = EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(directory)
                        .withServerSettings(Map.of("fsync", "off", "max_connections", "300")));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(server, directory)));
                return server;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static void remove(EmbeddedPostgresServer server, Path directory) {
            server.close();
            try {
                FileSystemUtils.deleteRecursively(directory);
            } catch (IOException left) {
                throw new UncheckedIOException(left);
            }
        }
    }

    static TestDatabase create() {
        TestDatabase database = new TestDatabase();
        run(Shared.SERVER.jdbcUrl(), "CREATE DATABASE " + database.name);
        return database;
    }

    String url() {
        return Shared.SERVER.jdbcUrl().replaceFirst("/querent\\b", "/" + name);
    }

    String user() {
        return Shared.SERVER.username();
    }

    String password() {
        return Shared.SERVER.password();
    }

    void run(String sql) {
        run(url(), sql);
    }

    private static void run(String url, String sql) {
        try (Connection connection =
                        DriverManager.getConnection(url, Shared.SERVER.username(), Shared.SERVER.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }
}
