package io.querent.spring.testing;

import io.querent.spring.embedded.EmbeddedPostgresServer;
import io.querent.spring.embedded.EmbeddedPostgresSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

/** One server for all tests of a JVM that bring a data source of their own; a database for each. */
public final class TestPostgres {
    private static final EmbeddedPostgresServer SERVER = start();

    private TestPostgres() {}

    /** A database as an application knows it. */
    public record Database(String name, String url, String username, String password) {
        /** The properties of an application that uses it. */
        public List<String> properties() {
            return List.of(
                    "spring.datasource.url=" + url,
                    "spring.datasource.username=" + username,
                    "spring.datasource.password=" + password);
        }

        public Connection connect() throws SQLException {
            return DriverManager.getConnection(url, username, password);
        }

        public void execute(String sql) throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    /** An empty database. */
    public static Database newDatabase() throws SQLException {
        String name = "test_" + UUID.randomUUID().toString().replace("-", "");
        new Database("querent", SERVER.jdbcUrl(), SERVER.username(), SERVER.password())
                .execute("CREATE DATABASE " + name);
        return new Database(
                name,
                "jdbc:postgresql://127.0.0.1:" + SERVER.port() + "/" + name,
                SERVER.username(),
                SERVER.password());
    }

    private static EmbeddedPostgresServer start() {
        EmbeddedPostgresServer server = EmbeddedPostgresServer.start(EmbeddedPostgresSettings.in(
                Path.of("target", "test-postgres-" + ProcessHandle.current().pid())));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        return server;
    }
}
