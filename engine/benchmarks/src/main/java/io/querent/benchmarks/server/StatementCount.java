package io.querent.benchmarks.server;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.OptionalLong;

/**
 * Counts statements through {@code pg_stat_statements}, other than those that begin and end transactions. It is switched on for a
 * count and off afterwards, since it costs something and the timed rounds should not pay for it.
 */
public final class StatementCount {
    private static final String COUNT = """
            SELECT coalesce(sum(calls), 0) FROM pg_stat_statements
            WHERE query ILIKE ANY (ARRAY['insert%', 'update%', 'select%', 'with%', 'delete%'])
                AND query NOT LIKE '%pg_stat_statements%' AND query !~ ?
            """;

    private StatementCount() {}

    /** What is to be counted. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /**
     * Statements that {@code work} sent; empty when the server has no means to count them, and then nothing is run.
     *
     * @param others schemas of those who only keep house meanwhile: what names one of them does not count
     */
    public static OptionalLong of(Connection connection, Collection<String> others, Work work) throws Exception {
        try (Statement statement = connection.createStatement()) {
            if (!isAvailable(statement)) {
                return OptionalLong.empty();
            }
            track(statement, "top");
            statement.execute("SELECT pg_stat_statements_reset()");
            try {
                work.run();
                return OptionalLong.of(count(connection, others));
            } finally {
                track(statement, "none");
            }
        }
    }

    private static long count(Connection connection, Collection<String> others) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
            statement.setString(1, "\\m(" + String.join("|", others) + ")\"?\\.");
            try (ResultSet count = statement.executeQuery()) {
                count.next();
                return count.getLong(1);
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
        while (!isTracking(statement, what)) {
            // The server tells its processes one after the other, this one among them, within a moment.
            Thread.onSpinWait();
        }
    }

    private static boolean isTracking(Statement statement, String what) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW pg_stat_statements.track")) {
            return row.next() && row.getString(1).equals(what);
        }
    }
}
