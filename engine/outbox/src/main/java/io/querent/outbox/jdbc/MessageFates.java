package io.querent.outbox.jdbc;

import io.querent.outbox.MessageStore.Failure;
import io.querent.outbox.MessageStore.Setback;
import io.querent.outbox.MessageStore.Taken;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what becomes of a message. It counts only while nobody has taken the message since: the number of tries is its fencing token.
 */
final class MessageFates {
    /** Tells who stands behind it, so that it need not wait until somebody looks. */
    static final String NEXT_IN_LINE = """
            (SELECT f.message_id || ' ' || f.tries FROM $table AS f
            WHERE f.topic = m.topic AND f.ordering_key = m.ordering_key AND f.position > m.position
                AND f.ordering_key IS NOT NULL AND (f.due_at IS NOT NULL OR f.answer = 2)
            ORDER BY f.position LIMIT 1)
            """;

    private static final String SETTLE_AS_SENT_IF_LAST_TAKEN = """
            UPDATE $table AS m
            SET due_at = NULL, settled_at = statement_timestamp(), answer = 1, last_error = NULL
            WHERE m.bucket = ? AND m.message_id = ? AND m.due_at IS NOT NULL AND m.tries = ?
            RETURNING %s
            """.formatted(NEXT_IN_LINE);

    /**
     * Unless somebody has taken it since: it is being sent then. It is due as of when it was written: its line has waited long enough, and
     * is before whatever else of it is due.
     */
    private static final String WAKE_IF_NOT_TAKEN = """
            UPDATE $table SET due_at = least(written_at, statement_timestamp())
            WHERE bucket = ? AND message_id = ? AND due_at IS NOT NULL AND tries = ?
            """;

    private static final String SPENT = "m.tries - m.forgiven >= b.most"
            + " AND m.budget_since <= statement_timestamp() - make_interval(secs => b.seconds)";

    private static final String PUT_OFF_OR_PARK_IF_LAST_TAKEN = """
            UPDATE $table AS m
            SET due_at = CASE WHEN %1$s THEN NULL ELSE statement_timestamp() + make_interval(secs => b.delay) END,
                settled_at = CASE WHEN %1$s THEN statement_timestamp() END,
                answer = CASE WHEN %1$s THEN 2 END,
                last_error = b.error
            FROM (SELECT ?::float8 AS delay, ?::text AS error, ?::integer AS most, ?::float8 AS seconds) AS b
            WHERE m.bucket = ? AND m.message_id = ? AND m.due_at IS NOT NULL AND m.tries = ?
            RETURNING m.answer IS NOT NULL
            """.formatted(SPENT);

    private final MessageTable table;
    private final String settleAsSent;
    private final String wakeIfNotTaken;
    private final String putOffOrPark;

    MessageFates(MessageTable table) {
        this.table = table;
        this.settleAsSent = table.sql(SETTLE_AS_SENT_IF_LAST_TAKEN);
        this.wakeIfNotTaken = table.sql(WAKE_IF_NOT_TAKEN);
        this.putOffOrPark = table.sql(PUT_OFF_OR_PARK_IF_LAST_TAKEN);
    }

    boolean markSent(Connection connection, Taken taken) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(settleAsSent)) {
            table.bindKey(update, 1, taken.message().id());
            update.setInt(3, taken.tries());
            try (ResultSet row = update.executeQuery()) {
                if (!row.next()) {
                    return false;
                }
                wake(connection, row.getString(1));
                return true;
            }
        }
    }

    /** None is changed when it was taken already, which is as good. */
    void wake(Connection connection, @Nullable String nextInLine) throws SQLException {
        if (nextInLine == null) {
            return;
        }
        int gap = nextInLine.lastIndexOf(' ');
        try (PreparedStatement update = connection.prepareStatement(wakeIfNotTaken)) {
            table.bindKey(update, 1, nextInLine.substring(0, gap));
            update.setInt(3, Integer.parseInt(nextInLine.substring(gap + 1)));
            update.executeUpdate();
        }
    }

    void addTo(Map<String, String> statements) {
        statements.put("SETTLE_AS_SENT_IF_LAST_TAKEN", settleAsSent);
        statements.put("WAKE_IF_NOT_TAKEN", wakeIfNotTaken);
        statements.put("PUT_OFF_OR_PARK_IF_LAST_TAKEN", putOffOrPark);
    }

    Setback putOff(Connection connection, Taken taken, Failure failure) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(putOffOrPark)) {
            update.setDouble(1, MessageRow.seconds(failure.delay()));
            update.setString(2, ErrorText.storable(failure.error()));
            update.setInt(3, failure.most());
            update.setDouble(4, MessageRow.seconds(failure.within()));
            table.bindKey(update, 5, taken.message().id());
            update.setInt(7, taken.tries());
            try (ResultSet row = update.executeQuery()) {
                if (!row.next()) {
                    return Setback.OVERTAKEN;
                }
                return row.getBoolean(1) ? Setback.PARKED : Setback.PUT_OFF;
            }
        }
    }
}
