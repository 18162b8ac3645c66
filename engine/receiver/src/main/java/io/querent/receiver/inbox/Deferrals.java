package io.querent.receiver.inbox;

import io.querent.outbox.HeaderBytes;
import io.querent.outbox.jdbc.ErrorText;
import io.querent.outbox.jdbc.MessageTransactions;
import io.querent.receiver.jdbc.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** Puts messages aside that cannot be handled now. */
final class Deferrals {
    /** None when so many wait that no further one is taken, or when it is there already. */
    private static final String PUT_ASIDE_IF_NEW_AND_ROOM = """
            INSERT INTO querent_receiver.inbox_deferred
                (bucket, message_id, topic, ordering_key, headers, payload, last_error, tries, due_at, settled_at, answer)
            SELECT n.bucket, n.message_id, n.topic, n.ordering_key, n.headers, n.payload, n.last_error, n.tries,
                CASE WHEN NOT n.parked THEN statement_timestamp() + make_interval(secs => n.delay) END,
                CASE WHEN n.parked THEN statement_timestamp() END,
                CASE WHEN n.parked THEN 2 END
            FROM (SELECT ?::smallint AS bucket, ?::text AS message_id, ?::text AS topic, ?::text AS ordering_key, ?::bytea AS headers,
                ?::bytea AS payload, ?::text AS last_error, ?::integer AS tries, ?::float8 AS delay, ?::boolean AS parked) AS n
            WHERE (SELECT count(*) FROM (
                SELECT FROM querent_receiver.inbox_deferred AS o
                WHERE o.topic = n.topic AND (o.due_at IS NOT NULL OR o.answer = 2) LIMIT ?) AS open) < ?
            ON CONFLICT ON CONSTRAINT inbox_deferred_key DO NOTHING
            """;

    private static final String SELECT_STANDING = """
            SELECT due_at IS NOT NULL OR answer = 2 FROM querent_receiver.inbox_deferred WHERE bucket = ? AND message_id = ?
            """;

    private final MessageTransactions transactions;
    private final String putAside;
    private final String selectStanding;
    private final String group;
    private final InboxSettings settings;

    Deferrals(SqlText sql, MessageTransactions transactions, String group, InboxSettings settings) {
        this.transactions = transactions;
        this.putAside = sql.of(PUT_ASIDE_IF_NEW_AND_ROOM);
        this.selectStanding = sql.of(SELECT_STANDING);
        this.group = group;
        this.settings = settings;
    }

    /** What came of putting a message aside. */
    enum Standing {
        /** It waits now. */
        ASIDE,
        /** It waits already. */
        WAITS,
        /** It waited, and was handled or left out since. */
        SETTLED,
        /** So many wait that this one must stay with the broker. */
        NO_ROOM
    }

    /** To be tried again after a while; tried that often so far. */
    Standing again(InboxMessage message, String error, int tries, Duration delay) {
        return put(message, error, tries, delay, false);
    }

    /** For a person. */
    Standing park(InboxMessage message, String error) {
        return put(message, error, 1, Duration.ZERO, true);
    }

    private Standing put(InboxMessage message, String error, int tries, Duration delay, boolean parked) {
        return transactions.committed("putting a message aside", connection -> {
            boolean put = insert(connection, message, error, tries, delay, parked);
            return put ? Standing.ASIDE : standing(connection, message);
        });
    }

    private boolean insert(
            Connection connection, InboxMessage message, String error, int tries, Duration delay, boolean parked)
            throws SQLException {
        MessageKey key = MessageKey.of(group, message.id());
        try (PreparedStatement insert = connection.prepareStatement(putAside)) {
            insert.setShort(1, key.bucket());
            insert.setString(2, key.text());
            insert.setString(3, group);
            insert.setString(4, settings.order() == PerKeyOrder.KEPT ? message.orderingKey() : null);
            insert.setBytes(5, HeaderBytes.encode(StoredForm.headersOf(message)));
            insert.setBytes(6, StoredForm.payloadOf(message));
            insert.setString(7, ErrorText.storable(error));
            insert.setInt(8, tries);
            insert.setDouble(9, delay.toMillis() / 1e3);
            insert.setBoolean(10, parked);
            insert.setInt(11, settings.mostWaiting());
            insert.setInt(12, settings.mostWaiting());
            return insert.executeUpdate() == 1;
        }
    }

    private Standing standing(Connection connection, InboxMessage message) throws SQLException {
        MessageKey key = MessageKey.of(group, message.id());
        try (PreparedStatement select = connection.prepareStatement(selectStanding)) {
            select.setShort(1, key.bucket());
            select.setString(2, key.text());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Standing.NO_ROOM;
                }
                return row.getBoolean(1) ? Standing.WAITS : Standing.SETTLED;
            }
        }
    }
}
