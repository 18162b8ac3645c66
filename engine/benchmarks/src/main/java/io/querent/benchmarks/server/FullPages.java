package io.querent.benchmarks.server;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * How much of the write-ahead log is images of whole pages: PostgreSQL writes one when a page is first changed after a checkpoint, so
 * they belong to the checkpoint and not to the saga that happened to come first. Read from the log itself by {@code pg_walinspect}.
 */
public final class FullPages {
    private static final String SELECT_NOW = "SELECT pg_current_wal_insert_lsn()::text";

    /** Up to what is on disk, as nothing else can be read. */
    private static final String SELECT_BYTES =
            "SELECT coalesce(sum(fpi_size), 0) FROM pg_get_wal_stats(?::pg_lsn, pg_current_wal_flush_lsn())";

    private final Connection connection;
    private final boolean available;

    /** Reads on a connection that others do not use meanwhile. */
    public FullPages(Connection connection) {
        this.connection = connection;
        this.available = isAvailable(connection);
    }

    /** A place in the log. */
    public record Mark(String position) {}

    /** Where the log is now. */
    public Mark mark() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet now = statement.executeQuery(SELECT_NOW)) {
            now.next();
            return new Mark(now.getString(1));
        }
    }

    /** Bytes of whole pages in the log since then; not a number when the server cannot tell. */
    public double bytesSince(Mark mark) throws SQLException {
        if (!available) {
            return Double.NaN;
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT_BYTES)) {
            select.setString(1, mark.position);
            try (ResultSet bytes = select.executeQuery()) {
                bytes.next();
                return bytes.getDouble(1);
            }
        }
    }

    private static boolean isAvailable(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
            return true;
        } catch (SQLException notInstalledOrNotAllowed) {
            return false;
        }
    }
}
