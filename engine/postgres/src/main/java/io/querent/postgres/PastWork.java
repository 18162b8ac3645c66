package io.querent.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** What people's work leaves behind when it is done: bulk jobs with their items, settled requests for a second person. */
final class PastWork {
    /** Of one job, the one that ended first: its items go before it does. */
    private static final String DELETE_ITEMS = """
            DELETE FROM querent.bulk_item AS i
            USING (
                SELECT o.job, o.number FROM querent.bulk_item AS o
                WHERE o.job = (
                    SELECT id FROM querent.bulk_job
                    WHERE ended_at < statement_timestamp() - make_interval(secs => ?) AND sent = 0
                    ORDER BY ended_at, id LIMIT 1)
                ORDER BY o.number LIMIT ?) AS old
            WHERE i.job = old.job AND i.number = old.number
            """;

    private static final String DELETE_JOBS_WITHOUT_ITEMS = """
            DELETE FROM querent.bulk_job AS j
            USING (
                SELECT o.id FROM querent.bulk_job AS o
                WHERE o.ended_at < statement_timestamp() - make_interval(secs => ?) AND o.sent = 0
                    AND NOT EXISTS (SELECT FROM querent.bulk_item AS i WHERE i.job = o.id)
                ORDER BY o.ended_at LIMIT ?) AS old
            WHERE j.id = old.id
            """;

    private static final String DELETE_APPROVALS = """
            DELETE FROM querent.approval AS a
            USING (
                SELECT id FROM querent.approval
                WHERE answer IS NOT NULL AND settled_at < statement_timestamp() - make_interval(secs => ?)
                ORDER BY settled_at LIMIT ?) AS old
            WHERE a.id = old.id AND a.answer IS NOT NULL
            """;

    /** Nobody has looked at it since its time was up. */
    private static final String DELETE_EXPIRED_APPROVALS = """
            DELETE FROM querent.approval AS a
            USING (
                SELECT id FROM querent.approval
                WHERE answer IS NULL AND asked_at < statement_timestamp() - make_interval(secs => ?)
                    AND expires_at < statement_timestamp()
                ORDER BY asked_at LIMIT ?) AS old
            WHERE a.id = old.id AND a.answer IS NULL
            """;

    private static final String COUNT = """
            SELECT (
                SELECT count(*) FROM (
                    SELECT FROM querent.bulk_job
                    WHERE ended_at < statement_timestamp() - make_interval(secs => ?) AND sent = 0 LIMIT 100000) AS jobs)
            + (
                SELECT count(*) FROM (
                    SELECT FROM querent.approval
                    WHERE answer IS NOT NULL AND settled_at < statement_timestamp() - make_interval(secs => ?)
                    ORDER BY settled_at LIMIT 100000) AS requests)
            + (
                SELECT count(*) FROM (
                    SELECT FROM querent.start_request
                    WHERE taken_at < statement_timestamp() - make_interval(secs => ?)
                    ORDER BY taken_at LIMIT 100000) AS starts)
            """;

    private static final List<String> IN_ORDER =
            List.of(DELETE_ITEMS, DELETE_JOBS_WITHOUT_ITEMS, DELETE_APPROVALS, DELETE_EXPIRED_APPROVALS);

    private PastWork() {}

    /** Removes at most {@code limit} of each kind; returns how many there were. */
    static int delete(Connection connection, Duration age, int limit) throws SQLException {
        int deleted = 0;
        for (String each : IN_ORDER) {
            try (PreparedStatement delete = connection.prepareStatement(each)) {
                delete.setDouble(1, WakeUp.seconds(age));
                delete.setInt(2, limit);
                deleted += delete.executeUpdate();
            }
        }
        return deleted;
    }

    static long count(Connection connection, Duration age) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COUNT)) {
            select.setDouble(1, WakeUp.seconds(age));
            select.setDouble(2, WakeUp.seconds(age));
            select.setDouble(3, WakeUp.seconds(age));
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
