package io.querent.benchmarks.recovery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** How far the takeover has come, by the database. */
record Progress(long stillWithTheDead, long ended, long withoutWakeUp) {
    private static final String SELECT_PROGRESS = """
            SELECT
                (SELECT count(*) FROM querent.saga WHERE owner = ? AND wake_at IS NOT NULL),
                (SELECT count(*) FROM querent.saga WHERE status >= 10 AND business_key LIKE 'in-flight-%'),
                (SELECT count(*) FROM querent.saga WHERE wake_at IS NULL AND ended_at IS NULL AND status <> 4)
            """;

    static Progress of(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT_PROGRESS)) {
            select.setString(1, Filling.DEAD_NODE);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                return new Progress(rows.getLong(1), rows.getLong(2), rows.getLong(3));
            }
        }
    }
}
