package io.querent.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Removes rows of sagas that ended long ago and whose history has gone. A business key can be used again afterwards, for a saga with the
 * same operation keys: so this is done only where a policy says for how long keys are kept.
 */
final class OldKeys {
    private static final String OLD = """
            SELECT s.bucket, s.saga_id FROM querent.saga AS s
            WHERE s.status >= 10 AND s.started_at < statement_timestamp() - make_interval(secs => ?)
                AND s.updated_at < statement_timestamp() - make_interval(secs => ?)
                AND EXISTS (
                    SELECT FROM querent.retired_month AS r
                    WHERE r.first_period <= s.period AND r.end_period > s.period AND r.retired_at IS NOT NULL)
                AND NOT EXISTS (
                    SELECT FROM querent.legal_hold AS h
                    WHERE h.released_at IS NULL AND coalesce(h.tenant = s.tenant, true)
                        AND coalesce(h.definition = s.definition, true)
                        AND coalesce(h.business_key = s.business_key, true))
                AND NOT EXISTS (
                    SELECT FROM querent.mailbox AS m
                    WHERE m.bucket = s.bucket AND m.saga_id = s.saga_id AND (m.look_at IS NOT NULL OR m.answer = 4))
            LIMIT ?
            """;

    private static final String DELETE = """
            WITH old AS (%s),
            attributes AS (
                DELETE FROM querent.saga_attribute AS a USING old AS o WHERE a.bucket = o.bucket AND a.saga_id = o.saga_id)
            DELETE FROM querent.saga AS s USING old AS o
            WHERE s.bucket = o.bucket AND s.saga_id = o.saga_id AND s.status >= 10
            """.formatted(OLD);

    private static final String COUNT = "SELECT count(*) FROM (%s) AS old".formatted(OLD);

    private static final int MOST_COUNTED = 100_000;

    private OldKeys() {}

    static int delete(Connection connection, Duration keep, int limit) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
            bind(delete, keep, limit);
            return delete.executeUpdate();
        }
    }

    static long count(Connection connection, Duration keep) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COUNT)) {
            bind(select, keep, MOST_COUNTED);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void bind(PreparedStatement statement, Duration keep, int limit) throws SQLException {
        statement.setDouble(1, WakeUp.seconds(keep));
        statement.setDouble(2, WakeUp.seconds(keep));
        statement.setInt(3, limit);
    }
}
