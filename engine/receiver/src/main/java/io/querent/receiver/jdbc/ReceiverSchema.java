package io.querent.receiver.jdbc;

import io.querent.outbox.jdbc.TransactionScopedSettings;
import io.querent.receiver.ReceiverException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * The receiver's schema: tables, their history in a table of its own, and the partitions of the next days. It may be in one database with
 * your tables, and must be to be written in one transaction with them; it may be beside the engine's. Nodes may migrate at the same time.
 */
public final class ReceiverSchema {
    /** Name of the schema where nothing else is said. */
    public static final String DEFAULT_NAME = "querent_receiver";

    /** Where the migrations are on the class path. */
    public static final String MIGRATIONS = "classpath:db/receiver";

    private static final String HISTORY = "migration";

    /** Newest migration that the receiver relies on. */
    private static final int NEEDED = 22;

    private static final int OLDEST_SERVER = 150_000;

    private static final String SELECT_SERVER = """
            SELECT current_setting('server_version_num')::integer, current_setting('synchronous_commit'),
                   to_regclass('querent_receiver.migration') IS NOT NULL
            """;

    private static final String SELECT_VERSION = """
            SELECT count(*) FROM querent_receiver.migration WHERE success AND version = ?
            """;

    private ReceiverSchema() {}

    /** {@link #migrate(DataSource, String)} of the schema {@value #DEFAULT_NAME}. */
    public static void migrate(DataSource dataSource) {
        migrate(dataSource, DEFAULT_NAME);
    }

    /**
     * Brings the schema up to date and makes the partitions of the next days.
     *
     * @param schema of this service: two services that share one would share their keys
     * @throws ReceiverException QRT-9002 when it cannot be done
     */
    public static void migrate(DataSource dataSource, String schema) {
        SqlText sql = SqlText.in(schema);
        try {
            Flyway.configure(ReceiverSchema.class.getClassLoader())
                    .dataSource(TransactionScopedSettings.of(dataSource))
                    .schemas(schema)
                    .defaultSchema(schema)
                    .table(HISTORY)
                    .locations(MIGRATIONS)
                    .load()
                    .migrate();
            new Partitions(sql).makeAhead(new JdbcTransactions(dataSource), Partitions.DAYS_AHEAD);
        } catch (FlywayException failed) {
            throw failure(schema, failed);
        }
    }

    /**
     * Looks whether the schema is there and the server fit. To be called at start.
     *
     * @throws ReceiverException QRT-9003 when tables are missing, the server is too old, or a commit may be lost on it
     */
    public static void check(DataSource dataSource, String schema) {
        SqlText sql = SqlText.in(schema);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet server = statement.executeQuery(sql.of(SELECT_SERVER))) {
            server.next();
            if (server.getInt(1) < OLDEST_SERVER) {
                throw unfit(schema, "found=server version " + server.getInt(1) + ", expected=PostgreSQL 15 or newer");
            }
            if (server.getString(2).equals("off")) {
                throw unfit(
                        schema, "found=synchronous_commit off, expected=on: an answer could be given and then lost");
            }
            if (!server.getBoolean(3) || !isThere(connection, sql)) {
                throw unfit(schema, "found=no tables, or older ones, expected=migration " + NEEDED);
            }
        } catch (SQLException failed) {
            throw failure(schema, failed);
        }
    }

    private static boolean isThere(Connection connection, SqlText sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql.of(SELECT_VERSION))) {
            select.setString(1, Integer.toString(NEEDED));
            try (ResultSet count = select.executeQuery()) {
                return count.next() && count.getLong(1) > 0;
            }
        }
    }

    private static ReceiverException unfit(String schema, String found) {
        return new ReceiverException(
                "QRT-9003",
                "the database is not fit for the receiver; schema=" + schema + ", " + found
                        + "; call ReceiverSchema.migrate, or mend the server's settings");
    }

    private static ReceiverException failure(String schema, Exception failed) {
        return new ReceiverException(
                "QRT-9002",
                "the receiver's schema cannot be read or brought up to date; schema=" + schema + ", found="
                        + failed.getMessage()
                        + "; see that the database can be reached, and that the role may create the schema and nobody else changes it",
                failed);
    }
}
