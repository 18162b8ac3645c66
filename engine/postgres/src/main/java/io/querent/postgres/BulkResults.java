package io.querent.postgres;

import io.querent.runtime.admin.BulkJobs.Item;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Writes what became of items of a bulk job whose row is held, and counts them. */
final class BulkResults {
    /**
     * Looks at the letters of some items that were sent, from where it looked last, so that a hundred thousand of them are not gone
     * through at every look.
     */
    private static final String COLLECT = """
            WITH looked_at AS MATERIALIZED (
                SELECT i.number, i.bucket, i.saga_id
                FROM querent.bulk_item AS i
                WHERE i.job = ? AND i.state = 2
                    AND i.number > (SELECT looked_up_to FROM querent.bulk_job WHERE id = ?)
                ORDER BY i.number LIMIT ?),
            settled AS (
                SELECT l.number, (m.answer + 9)::smallint AS state, coalesce(m.detail, '') AS detail
                FROM looked_at AS l
                CROSS JOIN LATERAL (
                    SELECT answer, detail FROM querent.mailbox
                    WHERE bucket = l.bucket AND saga_id = l.saga_id AND message_id = 'bulk:' || ? || ':' || l.number OFFSET 0) AS m
                WHERE m.answer IS NOT NULL),
            changed AS (
                UPDATE querent.bulk_item AS i SET state = s.state, detail = s.detail
                FROM settled AS s WHERE i.job = ? AND i.number = s.number
                RETURNING i.state)
            SELECT count(*) FILTER (WHERE state = 10), count(*) FILTER (WHERE state = 11), count(*) FILTER (WHERE state = 12),
                count(*) FILTER (WHERE state = 13),
                coalesce((SELECT max(number) FROM looked_at HAVING count(*) = ?), 0)
            FROM changed
            """;

    private static final String COUNT_COLLECTED = """
            UPDATE querent.bulk_job
            SET applied = applied + ?, nothing_new = nothing_new + ?, refused = refused + ?, parked = parked + ?,
                sent = sent - ?, looked_up_to = ?
            WHERE id = ?
            """;

    private static final String RECORD_IF_PLANNED = """
            WITH changed AS (
                UPDATE querent.bulk_item AS i SET state = n.state, detail = n.detail
                FROM unnest(?::integer[], ?::smallint[], ?::text[]) AS n(number, state, detail)
                WHERE i.job = ? AND i.number = n.number AND i.state = 1 AND n.state IN (2, 12)
                RETURNING i.state)
            UPDATE querent.bulk_job AS j
            SET planned = j.planned - c.sent - c.refused, sent = j.sent + c.sent, refused = j.refused + c.refused
            FROM (
                SELECT count(*) FILTER (WHERE state = 2) AS sent, count(*) FILTER (WHERE state = 12) AS refused FROM changed) AS c
            WHERE j.id = ?
            """;

    private static final int LOOKED_AT_A_TIME = 1_000;
    private static final int LONGEST_DETAIL = 2_000;

    private BulkResults() {}

    /** Notes what became of letters that were settled. */
    static void collect(Connection connection, String id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(COLLECT)) {
            update.setString(1, id);
            update.setString(2, id);
            update.setInt(3, LOOKED_AT_A_TIME);
            update.setString(4, id);
            update.setString(5, id);
            update.setInt(6, LOOKED_AT_A_TIME);
            try (ResultSet row = update.executeQuery()) {
                row.next();
                count(connection, id, row);
            }
        }
    }

    private static void count(Connection connection, String id, ResultSet row) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(COUNT_COLLECTED)) {
            int settled = 0;
            for (int column = 1; column <= 4; column++) {
                settled += row.getInt(column);
                update.setInt(column, row.getInt(column));
            }
            update.setInt(5, settled);
            update.setInt(6, row.getInt(5));
            update.setString(7, id);
            update.executeUpdate();
        }
    }

    /** Notes that items were sent, or why not. */
    static void record(Connection connection, String id, List<Item> items) throws SQLException {
        int[] numbers = new int[items.size()];
        short[] states = new short[items.size()];
        String[] details = new String[items.size()];
        for (int i = 0; i < numbers.length; i++) {
            Item item = items.get(i);
            numbers[i] = item.number();
            states[i] = BulkJobRow.code(item.state());
            details[i] = Texts.storable(item.detail(), LONGEST_DETAIL);
        }
        try (PreparedStatement update = connection.prepareStatement(RECORD_IF_PLANNED)) {
            Parameters.of(update).integers(numbers).shorts(states).texts(details);
            update.setString(4, id);
            update.setString(5, id);
            update.executeUpdate();
        }
    }
}
