package io.querent.receiver.outbox;

import io.querent.outbox.HeaderBytes;
import io.querent.outbox.jdbc.MessageTable;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.jdbc.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;

/** Puts messages into the outbox, on the connection of whoever tells of something. */
final class MessageWrites {
    private static final String WRITE_IF_NEW = """
            INSERT INTO querent_receiver.outbox (bucket, message_id, topic, ordering_key, headers, payload, due_at)
            VALUES (?, ?, ?, ?, ?, ?, statement_timestamp())
            ON CONFLICT ON CONSTRAINT outbox_key DO NOTHING
            """;

    private static final String SELECT_FIRST = """
            SELECT topic, ordering_key, payload FROM querent_receiver.outbox WHERE bucket = ? AND message_id = ?
            """;

    private final String writeIfNew;
    private final String selectFirst;

    MessageWrites(SqlText sql) {
        this.writeIfNew = sql.of(WRITE_IF_NEW);
        this.selectFirst = sql.of(SELECT_FIRST);
    }

    boolean write(Connection connection, NewMessage message) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(writeIfNew)) {
            insert.setShort(1, (short) MessageTable.bucketOf(message.id()));
            insert.setString(2, message.id());
            insert.setString(3, message.topic());
            insert.setString(4, message.orderingKey());
            insert.setBytes(5, HeaderBytes.encode(message.headers()));
            insert.setBytes(6, message.payload());
            if (insert.executeUpdate() == 1) {
                return true;
            }
        }
        checkSame(connection, message);
        return false;
    }

    /** One that is not seen has been forgotten since, long after it was sent. */
    private void checkSame(Connection connection, NewMessage message) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(selectFirst)) {
            select.setShort(1, (short) MessageTable.bucketOf(message.id()));
            select.setString(2, message.id());
            try (ResultSet row = select.executeQuery()) {
                if (row.next() && !isSame(row, message)) {
                    throw new ReceiverException(
                            "QRT-9057",
                            "another message was written under this id; key=" + message.id() + ", topic="
                                    + row.getString(1) + "; the first stands: give each message an id of its own,"
                                    + " and a message that is written again the same content");
                }
            }
        }
    }

    private static boolean isSame(ResultSet row, NewMessage message) throws SQLException {
        return row.getString(1).equals(message.topic())
                && Objects.equals(row.getString(2), message.orderingKey())
                && Arrays.equals(row.getBytes(3), message.payload());
    }
}
