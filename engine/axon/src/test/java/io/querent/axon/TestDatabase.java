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
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The one database of this test JVM, with the schema in it. Its server does not vacuum: a vacuum's transaction would hold readers
 * of the log back for a moment, and these tests say when something may be read.
 */
final class TestDatabase {
    private static final DataSource POOL = pool();

    private TestDatabase() {}

    /** A pool, after all sagas were forgotten. */
    static DataSource emptied() {
        execute("SET session_replication_role = replica;"
                + " TRUNCATE querent.saga, querent.event, querent.operation, querent.mailbox, querent.review, querent.audit, querent.audit_head;"
                + " INSERT INTO querent.audit_head DEFAULT VALUES; RESET session_replication_role");
        return POOL;
    }

    static void execute(String sql) {
        try (Connection connection = POOL.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    /** First column of all rows. */
    static List<String> texts(String sql) {
        List<String> texts = new ArrayList<>();
        try (Connection connection = POOL.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
            return texts;
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    private static DataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(startServer().getPostgresDatabase());
        config.setMaximumPoolSize(24);
        config.setMinimumIdle(0);
        HikariDataSource pool = new HikariDataSource(config);
        PostgresSchema.migrate(pool);
        return pool;
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
