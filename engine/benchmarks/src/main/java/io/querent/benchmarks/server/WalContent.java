package io.querent.benchmarks.server;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Looks into the write-ahead log by {@code pg_walinspect}: exact for a stretch of it, where {@code pg_stat_wal} lags until idle
 * processes report.
 */
final class WalContent {
    private static final String SELECT_FULL_PAGES = """
            SELECT coalesce(sum(fpi_size), 0)
            FROM pg_get_wal_stats('0/0'::pg_lsn + ?::numeric, least('0/0'::pg_lsn + ?::numeric, pg_current_wal_flush_lsn()))
            """;

    private final @Nullable PreparedStatement fullPages;

    private WalContent(@Nullable PreparedStatement fullPages) {
        this.fullPages = fullPages;
    }

    /** Knows nothing on a server where the module is not there or the user may not use it. */
    static WalContent of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
        } catch (SQLException notThereOrNotAllowed) {
            return new WalContent(null);
        }
        return new WalContent(connection.prepareStatement(SELECT_FULL_PAGES));
    }

    /** Bytes of whole pages between two positions; not a number where it cannot be known. */
    double fullPageBytes(long from, long until) {
        if (fullPages == null || until <= from) {
            return Double.NaN;
        }
        try {
            fullPages.setLong(1, from);
            fullPages.setLong(2, until);
            try (ResultSet row = fullPages.executeQuery()) {
                row.next();
                return row.getDouble(1);
            }
        } catch (SQLException recycledOrNotAllowed) {
            return Double.NaN;
        }
    }
}
