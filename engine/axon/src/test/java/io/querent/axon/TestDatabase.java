package io.querent.axon;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.postgres.PostgresSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A database of its own on the one server of this test JVM, with the schema in it. The server does not vacuum: a vacuum's
 * transaction would hold readers of the log back for a moment, and these tests say when something may be read.
 */
final class TestDatabase implements AutoCloseable {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final EmbeddedPostgres SERVER = startServer();

    private final String name = "axon_" + DATABASES.incrementAndGet();
    private final HikariDataSource pool;

    TestDatabase() {
        execute(SERVER.getPostgresDatabase(), "CREATE DATABASE " + name);
        HikariConfig config = new HikariConfig();
        config.setDataSource(SERVER.getDatabase("postgres", name));
        config.setMaximumPoolSize(12);
        this.pool = new HikariDataSource(config);
        PostgresSchema.migrate(pool);
    }

    DataSource dataSource() {
        return pool;
    }

    /** Forgets all sagas. */
    void empty() {
        execute("TRUNCATE querent.saga, querent.event, querent.operation");
    }

    void execute(String sql) {
        execute(pool, sql);
    }

    long count(String sql) {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    private static void execute(DataSource source, String sql) {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    private static EmbeddedPostgres startServer() {
        try {
            return EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("autovacuum", "off")
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
