package io.querent.postgres;

import io.querent.runtime.journal.OutboxMessage;
import io.querent.saga.OperationKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Rows of the outbox. */
final class MessageRow {
    /** What {@link #read} reads. */
    static final String COLUMNS = "m.message_id, m.topic, m.ordering_key, m.payload, m.tries";

    private MessageRow() {}

    static OutboxMessage read(ResultSet row) throws SQLException {
        return new OutboxMessage(
                new OperationKey(row.getString(1)), row.getString(2), row.getString(3), row.getString(4));
    }

    static short bucketOf(OperationKey id) {
        return (short) id.saga().id().bucket();
    }

    /** Binds bucket and message id. */
    static void name(PreparedStatement statement, int first, OperationKey id) throws SQLException {
        statement.setShort(first, bucketOf(id));
        statement.setString(first + 1, id.value());
    }
}
