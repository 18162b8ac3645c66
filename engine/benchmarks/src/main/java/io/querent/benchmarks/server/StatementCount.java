package io.querent.benchmarks.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/**
 * Counts statements through {@code pg_stat_statements}, other than those that begin and end transactions. It is switched on for a
 * count and off afterwards, since it costs something and the timed rounds should not pay for it.
 */
public final class StatementCount {
    private static final String COUNT = """
            SELECT coalesce(sum(calls), 0) FROM pg_stat_statements
            WHERE query ILIKE ANY (ARRAY['insert%', 'update%', 'select%', 'with%', 'delete%'])
                AND query NOT LIKE '%pg_stat_statements%'
            """;

    private StatementCount() {}

    /** What is to be counted. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Statements that {@code work} sent; empty when the server has no means to count them, and then nothing is run. */
    public static OptionalLong of(Connection connection, Work work) throws Exception {
        try (Statement statement = connection.createStatement()) {
            if (!isAvailable(statement)) {
                return OptionalLong.empty();
            }
            track(statement, "top");
            statement.execute("SELECT pg_stat_statements_reset()");
            try {
                work.run();
                try (ResultSet count = statement.executeQuery(COUNT)) {
                    count.next();
                    return OptionalLong.of(count.getLong(1));
                }
            } finally {
                track(statement, "none");
            }
        }
    }

    /** Switches the count off, which is on by default where the module is loaded. */
    public static void off(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (isAvailable(statement)) {
                track(statement, "none");
            }
        }
    }

    private static boolean isAvailable(Statement statement) {
        try {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
            statement.execute("SELECT 1 FROM pg_stat_statements LIMIT 1");
            return true;
        } catch (SQLException notLoadedOrNotAllowed) {
            return false;
        }
    }

    private static void track(Statement statement, String what) throws SQLException {
        statement.execute("ALTER SYSTEM SET pg_stat_statements.track = '" + what + "'");
        statement.execute("SELECT pg_reload_conf()");
    }
}
