package io.querent.postgres;

import io.querent.runtime.admin.BulkJobs.Item;
import io.querent.runtime.admin.BulkJobs.Job;
import io.querent.runtime.admin.BulkJobs.JobState;
import io.querent.runtime.admin.BulkJobs.Portion;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a node works on of a bulk job, in turns: all of it under the lock of the job's row, so that its counts and its items go
 * together.
 */
final class BulkPortions {
    private static final String LOCK_NEXT = """
            SELECT id FROM querent.bulk_job
            WHERE (state = 2 OR sent > 0) AND (lease_until <= statement_timestamp() OR node = ?)
            ORDER BY lease_until LIMIT 1
            FOR UPDATE SKIP LOCKED
            """;

    /** Who had it and let the lease run out gets another token as well: somebody else may have had it in between. */
    private static final String LEASE = """
            UPDATE querent.bulk_job
            SET token = token + CASE WHEN node = ? AND lease_until > clock_timestamp() THEN 0 ELSE 1 END,
                node = ?, lease_until = clock_timestamp() + make_interval(secs => ?)
            WHERE id = ?
            RETURNING token
            """;

    private static final String SELECT_JOB =
            "SELECT " + BulkJobRow.COLUMNS + " FROM querent.bulk_job AS j WHERE j.id = ?";

    private static final String SELECT_PLANNED = "SELECT " + BulkJobRow.ITEM_COLUMNS
            + " FROM querent.bulk_item AS i WHERE i.job = ? AND i.state = 1 ORDER BY i.number LIMIT ?";

    private static final String LOCK_IF_HELD =
            "SELECT FROM querent.bulk_job WHERE id = ? AND node = ? AND token = ? FOR UPDATE";

    private static final String DONE_IF_NOTHING_LEFT = """
            UPDATE querent.bulk_job SET state = 10, ended_at = clock_timestamp()
            WHERE id = ? AND state = 2 AND planned + sent = 0
            """;

    private BulkPortions() {}

    static Optional<Portion> take(Connection connection, String node, Duration lease, int limit) throws SQLException {
        Optional<String> id = lockNext(connection, node);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        long token = lease(connection, id.get(), node, lease);
        BulkResults.collect(connection, id.get());
        endIfNothingIsLeft(connection, id.get());
        Job job = job(connection, id.get());
        int most = Math.min(limit, job.made().ratePerSecond());
        List<Item> items = job.state() == JobState.RUNNING ? planned(connection, id.get(), most) : List.of();
        return Optional.of(new Portion(job, token, items));
    }

    static boolean record(Connection connection, String id, String node, long token, List<Item> items)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LOCK_IF_HELD)) {
            select.setString(1, id);
            select.setString(2, node);
            select.setLong(3, token);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return false;
                }
            }
        }
        BulkResults.record(connection, id, items);
        return true;
    }

    private static Optional<String> lockNext(Connection connection, String node) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LOCK_NEXT)) {
            select.setString(1, node);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }

    private static long lease(Connection connection, String id, String node, Duration lease) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(LEASE)) {
            update.setString(1, node);
            update.setString(2, node);
            update.setDouble(3, WakeUp.seconds(lease));
            update.setString(4, id);
            try (ResultSet row = update.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void endIfNothingIsLeft(Connection connection, String id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(DONE_IF_NOTHING_LEFT)) {
            update.setString(1, id);
            // None is changed most of the time.
            int unused = update.executeUpdate();
        }
    }

    private static Job job(Connection connection, String id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_JOB)) {
            select.setString(1, id);
            return BulkJobRow.jobs(select).get(0);
        }
    }

    private static List<Item> planned(Connection connection, String id, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_PLANNED)) {
            select.setString(1, id);
            select.setInt(2, limit);
            return BulkJobRow.items(select);
        }
    }
}
