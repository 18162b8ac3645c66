package io.querent.outbox.jdbc;

import io.querent.outbox.MessageStore.Taken;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Takes messages to send. Two statements, so that the second sees what was committed before the first had locked its rows: whoever
 * settles the message before one of these either is seen, or waits for the lock and wakes it up afterwards.
 */
final class MessageLeases {
    private static final String LOCK_DUE = """
            SELECT m.bucket, m.message_id FROM $table AS m
            WHERE m.due_at <= statement_timestamp() $andTopic
            ORDER BY m.due_at, m.position
            LIMIT ?
            FOR UPDATE SKIP LOCKED
            """;

    /**
     * One that has to wait for another is put off, the longer the longer it has waited already, so that a long line behind a message that
     * cannot be sent is not gone through again and again. It is woken as soon as its turn has come.
     */
    private static final String LEASE_IF_FIRST = """
            UPDATE $table AS m
            SET due_at = statement_timestamp() + CASE
                    WHEN NOT b.behind THEN make_interval(secs => ?)
                    ELSE greatest(interval '1 s', least(interval '5 min', (statement_timestamp() - m.written_at) / 4)) END,
                tries = m.tries + CASE WHEN b.behind THEN 0 ELSE 1 END
            FROM (
                SELECT o.bucket, o.message_id, EXISTS (
                    SELECT FROM $table AS f
                    WHERE f.topic = o.topic AND f.ordering_key = o.ordering_key AND f.position < o.position
                        AND f.ordering_key IS NOT NULL AND (f.due_at IS NOT NULL OR f.answer = 2)) AS behind
                FROM unnest(?::smallint[], ?::text[]) AS n(bucket, message_id)
                CROSS JOIN LATERAL (
                    SELECT * FROM $table WHERE bucket = n.bucket AND message_id = n.message_id OFFSET 0) AS o
                WHERE n.bucket BETWEEN 0 AND 1023) AS b
            WHERE m.bucket = b.bucket AND m.message_id = b.message_id
            RETURNING $columns, b.behind, m.position
            """;

    private static final int BEHIND = MessageRow.TRIES + 1;
    private static final int POSITION = MessageRow.TRIES + 2;

    private final MessageTable table;
    private final String lockDue;
    private final String leaseIfFirst;

    MessageLeases(MessageTable table) {
        this.table = table;
        this.lockDue = table.sql(LOCK_DUE);
        this.leaseIfFirst = table.sql(LEASE_IF_FIRST);
    }

    /** What one look came to. */
    record Look(List<Taken> taken, boolean sawAll) {}

    private record Placed(Taken taken, long position) {}

    Look take(Connection connection, int limit, Duration lease) throws SQLException {
        List<Short> buckets = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(lockDue)) {
            select.setInt(table.bindTopic(select, 1), limit);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    buckets.add(rows.getShort(1));
                    ids.add(rows.getString(2));
                }
            }
        }
        List<Taken> taken = ids.isEmpty() ? List.of() : lease(connection, buckets, ids, lease);
        return new Look(taken, ids.size() < limit);
    }

    void addTo(Map<String, String> statements) {
        statements.put("LOCK_DUE", lockDue);
        statements.put("LEASE_IF_FIRST", leaseIfFirst);
    }

    private List<Taken> lease(Connection connection, List<Short> buckets, List<String> ids, Duration lease)
            throws SQLException {
        List<Placed> placed = new ArrayList<>();
        try (PreparedStatement update = connection.prepareStatement(leaseIfFirst)) {
            update.setDouble(1, MessageRow.seconds(lease));
            update.setArray(2, connection.createArrayOf("int2", buckets.toArray()));
            update.setArray(3, connection.createArrayOf("text", ids.toArray()));
            try (ResultSet rows = update.executeQuery()) {
                while (rows.next()) {
                    if (!rows.getBoolean(BEHIND)) {
                        Taken taken = new Taken(MessageRow.read(rows), rows.getInt(MessageRow.TRIES));
                        placed.add(new Placed(taken, rows.getLong(POSITION)));
                    }
                }
            }
        }
        placed.sort((one, other) -> Long.compare(one.position(), other.position()));
        return placed.stream().map(Placed::taken).toList();
    }
}
