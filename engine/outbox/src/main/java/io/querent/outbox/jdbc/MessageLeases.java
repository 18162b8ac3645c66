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
     * One that has to wait for another is put off. The next of a line soon, as whoever settles the one before may not have seen it yet;
     * those behind it far, as they would come due by the thousand and hide what could be sent. Either is woken when its turn has come: the
     * time is for a waker that died. Of those that are first no more are taken than there is room for; the others stay as they are.
     */
    private static final String LEASE_IF_FIRST = """
            UPDATE $table AS m
            SET due_at = statement_timestamp() + CASE b.before
                    WHEN 0 THEN make_interval(secs => ?)
                    WHEN 1 THEN greatest(interval '1 s', least(interval '5 min', (statement_timestamp() - m.written_at) / 4))
                    ELSE greatest(interval '1 min', least(interval '5 min', statement_timestamp() - m.written_at)) END,
                tries = m.tries + CASE b.before WHEN 0 THEN 1 ELSE 0 END
            FROM (
                SELECT l.*, row_number() OVER (PARTITION BY l.before ORDER BY l.number) AS place
                FROM (
                    SELECT o.bucket, o.message_id, n.number, (
                        SELECT count(*) FROM (
                            SELECT FROM $table AS f
                            WHERE f.topic = o.topic AND f.ordering_key = o.ordering_key AND f.position < o.position
                                AND f.ordering_key IS NOT NULL AND (f.due_at IS NOT NULL OR f.answer = 2)
                            LIMIT 2) AS two) AS before
                    FROM unnest(?::smallint[], ?::text[]) WITH ORDINALITY AS n(bucket, message_id, number)
                    CROSS JOIN LATERAL (
                        SELECT * FROM $table WHERE bucket = n.bucket AND message_id = n.message_id OFFSET 0) AS o
                    WHERE n.bucket BETWEEN 0 AND 1023) AS l) AS b
            WHERE m.bucket = b.bucket AND m.message_id = b.message_id AND (b.before > 0 OR b.place <= ?)
            RETURNING $columns, b.before > 0, m.position
            """;

    /** So many are looked at when some had to wait for others: a line comes due in one go, and what is behind it should not wait for it. */
    private static final int WIDE = 1_000;

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

    private record Due(List<Short> buckets, List<String> ids) {}

    private record Placed(Taken taken, long position) {}

    Look take(Connection connection, int limit, Duration lease) throws SQLException {
        Due due = lockDue(connection, limit);
        List<Placed> placed = new ArrayList<>();
        boolean sawAll = due.ids().size() < limit;
        if (lease(connection, due, limit, lease, placed) && !sawAll) {
            due = lockDue(connection, WIDE);
            lease(connection, due, limit - placed.size(), lease, placed);
            sawAll = due.ids().size() < WIDE;
        }
        placed.sort((one, other) -> Long.compare(one.position(), other.position()));
        return new Look(placed.stream().map(Placed::taken).toList(), sawAll);
    }

    private Due lockDue(Connection connection, int limit) throws SQLException {
        Due due = new Due(new ArrayList<>(), new ArrayList<>());
        try (PreparedStatement select = connection.prepareStatement(lockDue)) {
            select.setInt(table.bindTopic(select, 1), limit);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    due.buckets().add(rows.getShort(1));
                    due.ids().add(rows.getString(2));
                }
            }
        }
        return due;
    }

    void addTo(Map<String, String> statements) {
        statements.put("LOCK_DUE", lockDue);
        statements.put("LEASE_IF_FIRST", leaseIfFirst);
    }

    /** Adds what is taken, and returns whether anything had to wait for another. */
    private boolean lease(Connection connection, Due due, int room, Duration lease, List<Placed> placed)
            throws SQLException {
        if (due.ids().isEmpty()) {
            return false;
        }
        boolean anyBehind = false;
        try (PreparedStatement update = connection.prepareStatement(leaseIfFirst)) {
            update.setDouble(1, MessageRow.seconds(lease));
            update.setArray(2, connection.createArrayOf("int2", due.buckets().toArray()));
            update.setArray(3, connection.createArrayOf("text", due.ids().toArray()));
            update.setInt(4, room);
            try (ResultSet rows = update.executeQuery()) {
                while (rows.next()) {
                    if (rows.getBoolean(BEHIND)) {
                        anyBehind = true;
                    } else {
                        Taken taken = new Taken(MessageRow.read(rows), rows.getInt(MessageRow.TRIES));
                        placed.add(new Placed(taken, rows.getLong(POSITION)));
                    }
                }
            }
        }
        return anyBehind;
    }
}
