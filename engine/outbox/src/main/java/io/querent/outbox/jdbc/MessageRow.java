package io.querent.outbox.jdbc;

import io.querent.outbox.HeaderBytes;
import io.querent.outbox.OutgoingMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;

/** Rows of a table of messages. */
final class MessageRow {
    /** What {@link #read} reads, but for payload and headers; tries come next to them. */
    static final String COLUMNS = "m.message_id, m.topic, m.ordering_key, %s, m.written_at, m.tries";

    /** Number of the column with the tries. */
    static final int TRIES = 7;

    private MessageRow() {}

    static OutgoingMessage read(ResultSet row) throws SQLException {
        return new OutgoingMessage(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getBytes(4),
                row.getObject(6, OffsetDateTime.class).toInstant(),
                HeaderBytes.decode(row.getBytes(5)));
    }

    static double seconds(Duration duration) {
        return duration.isNegative() ? 0 : duration.getSeconds() + duration.getNano() / 1e9;
    }
}
