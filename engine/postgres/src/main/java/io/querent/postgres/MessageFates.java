package io.querent.postgres;

import io.querent.runtime.journal.Outbox.Failure;
import io.querent.runtime.journal.Outbox.Setback;
import io.querent.runtime.journal.Outbox.Taken;
import io.querent.saga.OperationKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Writes what becomes of a message. It counts only while nobody has taken the message since: the number of tries is its fencing token.
 */
final class MessageFates {
    /** Tells who stands behind it, so that it need not wait until somebody looks. */
    static final String NEXT_IN_LINE = """
            (SELECT f.message_id || ' ' || f.tries FROM querent.outbox AS f
            WHERE f.topic = m.topic AND f.ordering_key = m.ordering_key AND f.position > m.position
                AND f.ordering_key IS NOT NULL AND (f.due_at IS NOT NULL OR f.answer = 2)
            ORDER BY f.position LIMIT 1)
            """;

    private static final String SETTLE_AS_SENT_IF_LAST_TAKEN = """
            UPDATE querent.outbox AS m
            SET due_at = NULL, settled_at = statement_timestamp(), answer = 1, last_error = NULL
            WHERE m.bucket = ? AND m.message_id = ? AND m.due_at IS NOT NULL AND m.tries = ?
            RETURNING %s
            """.formatted(NEXT_IN_LINE);

    /** Unless somebody has taken it since: it is being sent then. */
    private static final String WAKE_IF_NOT_TAKEN = """
            UPDATE querent.outbox SET due_at = statement_timestamp()
            WHERE bucket = ? AND message_id = ? AND due_at IS NOT NULL AND tries = ?
            """;

    private static final String SPENT = "m.tries - m.forgiven >= b.most"
            + " AND m.budget_since <= statement_timestamp() - make_interval(secs => b.seconds)";

    private static final String PUT_OFF_OR_PARK_IF_LAST_TAKEN = """
            UPDATE querent.outbox AS m
            SET due_at = CASE WHEN %1$s THEN NULL ELSE statement_timestamp() + make_interval(secs => b.delay) END,
                settled_at = CASE WHEN %1$s THEN statement_timestamp() END,
                answer = CASE WHEN %1$s THEN 2 END,
                last_error = b.error
            FROM (SELECT ?::float8 AS delay, ?::text AS error, ?::integer AS most, ?::float8 AS seconds) AS b
            WHERE m.bucket = ? AND m.message_id = ? AND m.due_at IS NOT NULL AND m.tries = ?
            RETURNING m.answer IS NOT NULL
            """.formatted(SPENT);

    private static final int LONGEST_ERROR = 2_000;

    private MessageFates() {}

    static boolean markSent(Connection connection, Taken taken) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(SETTLE_AS_SENT_IF_LAST_TAKEN)) {
            MessageRow.name(update, 1, taken.message().id());
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
    static void wake(Connection connection, @Nullable String nextInLine) throws SQLException {
        if (nextInLine == null) {
            return;
        }
        int gap = nextInLine.indexOf(' ');
        try (PreparedStatement update = connection.prepareStatement(WAKE_IF_NOT_TAKEN)) {
            MessageRow.name(update, 1, new OperationKey(nextInLine.substring(0, gap)));
            update.setInt(3, Integer.parseInt(nextInLine.substring(gap + 1)));
            update.executeUpdate();
        }
    }

    /** @param error what may be stored of what was found */
    static Setback putOff(Connection connection, Taken taken, Failure failure, String error) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(PUT_OFF_OR_PARK_IF_LAST_TAKEN)) {
            update.setDouble(1, WakeUp.seconds(failure.delay()));
            update.setString(2, Texts.storable(error, LONGEST_ERROR));
            update.setInt(3, failure.most());
            update.setDouble(4, WakeUp.seconds(failure.within()));
            MessageRow.name(update, 5, taken.message().id());
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
