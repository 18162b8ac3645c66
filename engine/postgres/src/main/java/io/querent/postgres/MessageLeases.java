package io.querent.postgres;

import io.querent.runtime.codec.PayloadNotRevealedException;
import io.querent.runtime.journal.Outbox.Taken;
import io.querent.runtime.journal.OutboxMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes messages to send. Two statements, so that the second sees what was committed before the first had locked its rows: whoever
 * settles the message before one of these either is seen, or waits for the lock and wakes it up afterwards.
 */
final class MessageLeases {
    private static final Logger LOG = LoggerFactory.getLogger(MessageLeases.class);

    private static final String LOCK_DUE = """
            SELECT bucket, message_id FROM querent.outbox
            WHERE due_at <= statement_timestamp()
            ORDER BY due_at, position
            LIMIT ?
            FOR UPDATE SKIP LOCKED
            """;

    /**
     * One that has to wait for another is put off, the longer the longer it has waited already, so that a long line behind a message that
     * cannot be sent is not gone through again and again. It is woken as soon as its turn has come.
     */
    private static final String LEASE_IF_FIRST = """
            UPDATE querent.outbox AS m
            SET due_at = statement_timestamp() + CASE
                    WHEN NOT b.behind THEN make_interval(secs => ?)
                    ELSE greatest(interval '1 s', least(interval '5 min', (statement_timestamp() - m.written_at) / 4)) END,
                tries = m.tries + CASE WHEN b.behind THEN 0 ELSE 1 END
            FROM (
                SELECT o.bucket, o.message_id, EXISTS (
                    SELECT FROM querent.outbox AS f
                    WHERE f.topic = o.topic AND f.ordering_key = o.ordering_key AND f.position < o.position
                        AND f.ordering_key IS NOT NULL AND (f.due_at IS NOT NULL OR f.answer = 2)) AS behind
                FROM unnest(?::smallint[], ?::text[]) AS n(bucket, message_id)
                CROSS JOIN LATERAL (
                    SELECT * FROM querent.outbox WHERE bucket = n.bucket AND message_id = n.message_id OFFSET 0) AS o
                WHERE n.bucket BETWEEN 0 AND 1023) AS b
            WHERE m.bucket = b.bucket AND m.message_id = b.message_id
            RETURNING %s, m.written_at, b.behind, m.position
            """.formatted(MessageRow.COLUMNS);

    private MessageLeases() {}

    /** What one look came to. */
    record Look(List<Taken> taken, boolean sawAll) {}

    private record Placed(Taken taken, long position) {}

    static Look take(Connection connection, StoredPayloads payloads, int limit, Duration lease) throws SQLException {
        List<Short> buckets = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(LOCK_DUE)) {
            select.setInt(1, limit);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    buckets.add(rows.getShort(1));
                    ids.add(rows.getString(2));
                }
            }
        }
        List<Taken> taken = ids.isEmpty() ? List.of() : lease(connection, payloads, buckets, ids, lease);
        return new Look(taken, ids.size() < limit);
    }

    private static List<Taken> lease(
            Connection connection, StoredPayloads payloads, List<Short> buckets, List<String> ids, Duration lease)
            throws SQLException {
        List<Placed> placed = new ArrayList<>();
        try (PreparedStatement update = connection.prepareStatement(LEASE_IF_FIRST)) {
            update.setDouble(1, WakeUp.seconds(lease));
            update.setArray(2, connection.createArrayOf("int2", buckets.toArray()));
            update.setArray(3, connection.createArrayOf("text", ids.toArray()));
            try (ResultSet rows = update.executeQuery()) {
                while (rows.next()) {
                    if (!rows.getBoolean(7)) {
                        long position = rows.getLong(8);
                        read(rows, payloads).ifPresent(taken -> placed.add(new Placed(taken, position)));
                    }
                }
            }
        }
        placed.sort((one, other) -> Long.compare(one.position(), other.position()));
        return placed.stream().map(Placed::taken).toList();
    }

    /** One that cannot be revealed stays leased, and is looked at again afterwards: sending it as it is stored would be worse. */
    private static Optional<Taken> read(ResultSet row, StoredPayloads payloads) throws SQLException {
        OutboxMessage stored = MessageRow.read(row);
        try {
            return Optional.of(new Taken(
                    payloads.revealed(stored),
                    row.getInt(5),
                    row.getObject(6, OffsetDateTime.class).toInstant()));
        } catch (PayloadNotRevealedException notRevealed) {
            LOG.warn("message {} is not sent and waits; {}", stored.id(), notRevealed.getMessage());
            return Optional.empty();
        }
    }
}
