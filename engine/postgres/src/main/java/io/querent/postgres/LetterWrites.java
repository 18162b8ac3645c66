package io.querent.postgres;

import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Writes what becomes of a letter. It counts only while nobody has taken that letter since it was read: the number of looks is its
 * fencing token, so a node that slept cannot refuse what another has applied meanwhile.
 */
final class LetterWrites {
    private static final String PUT_OFF_IF_LAST_TAKEN = """
            UPDATE querent.mailbox
            SET look_at = statement_timestamp() + make_interval(secs => ?)
            WHERE bucket = ? AND saga_id = ? AND message_id = ? AND look_at IS NOT NULL AND looks = ?
            """;

    private static final String SETTLE_IF_LAST_TAKEN = """
            UPDATE querent.mailbox AS m
            SET settled_at = statement_timestamp(), look_at = NULL, answer = ?, detail = ?
            WHERE bucket = ? AND saga_id = ? AND message_id = ? AND look_at IS NOT NULL AND looks = ?
            """;

    /** One statement, so that a letter of a person's is settled and audited or neither. */
    private static final String SETTLE_IF_LAST_TAKEN_AND_AUDIT = """
            WITH settled AS (
                %s
                RETURNING m.*)
            INSERT INTO querent.audit
                (received_at, bucket, answer, saga_id, request_id, tenant, definition, business_key, operator, detail, content)
            SELECT received_at, bucket, answer, saga_id, message_id, tenant, definition, business_key, ?, detail, payload
            FROM settled
            """.formatted(SETTLE_IF_LAST_TAKEN);

    private static final int LONGEST_DETAIL = 2_000;

    private LetterWrites() {}

    /** None is changed when another node has taken or settled it meanwhile, which is as good. */
    static boolean putOff(Connection connection, LetterRow row, Duration delay) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(PUT_OFF_IF_LAST_TAKEN)) {
            update.setDouble(1, WakeUp.seconds(delay));
            row.name(update, 2);
            update.setInt(5, row.looks());
            return update.executeUpdate() == 1;
        }
    }

    static boolean settle(Connection connection, LetterRow row, Settlement settlement) throws SQLException {
        String person = person(row);
        try (PreparedStatement update =
                connection.prepareStatement(person == null ? SETTLE_IF_LAST_TAKEN : SETTLE_IF_LAST_TAKEN_AND_AUDIT)) {
            update.setShort(1, LetterRow.code(settlement.answer()));
            update.setString(2, Texts.storable(settlement.detail(), LONGEST_DETAIL));
            row.name(update, 3);
            update.setInt(6, row.looks());
            if (person != null) {
                update.setString(7, person);
            }
            return update.executeUpdate() == 1;
        }
    }

    /** Who is to be audited; null for a downstream. What cannot be read may be a person's. */
    private static @Nullable String person(LetterRow row) {
        Delivery delivery = row.delivery();
        if (delivery == null) {
            return "unreadable: see content";
        }
        Letter.Content content = delivery.letter().content();
        return content instanceof Letter.Told ? null : content.sender();
    }
}
