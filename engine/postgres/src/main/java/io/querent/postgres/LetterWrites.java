package io.querent.postgres;

import io.querent.runtime.journal.Delivery;
import io.querent.runtime.journal.Delivery.Settlement;
import io.querent.runtime.journal.Letter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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

    /**
     * One statement, so that a letter of a person's is settled and audited or neither. One that was carried out has its entry already,
     * from the transaction that did so.
     */
    private static final String SETTLE_IF_LAST_TAKEN_AND_AUDIT = """
            WITH settled AS (
                %s
                RETURNING m.*),
            audited AS (
                INSERT INTO querent.audit
                    (received_at, bucket, answer, saga_id, request_id, tenant, definition, business_key, operator, detail, content)
                SELECT received_at, bucket, answer, saga_id, message_id, tenant, definition, business_key, ?, detail, payload
                FROM settled AS s
                WHERE NOT EXISTS (
                    SELECT FROM querent.audit AS a
                    WHERE a.bucket = s.bucket AND a.saga_id = s.saga_id AND a.request_id = s.message_id)
                ON CONFLICT ON CONSTRAINT audit_key DO NOTHING)
            SELECT count(*) FROM settled
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
        return person == null
                ? settleUnaudited(connection, row, settlement)
                : settleAudited(connection, row, settlement, person);
    }

    private static boolean settleUnaudited(Connection connection, LetterRow row, Settlement settlement)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(SETTLE_IF_LAST_TAKEN)) {
            bind(update, row, settlement);
            return update.executeUpdate() == 1;
        }
    }

    private static boolean settleAudited(Connection connection, LetterRow row, Settlement settlement, String person)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(SETTLE_IF_LAST_TAKEN_AND_AUDIT)) {
            bind(update, row, settlement);
            update.setString(7, person);
            try (ResultSet settled = update.executeQuery()) {
                return settled.next() && settled.getLong(1) == 1;
            }
        }
    }

    private static void bind(PreparedStatement update, LetterRow row, Settlement settlement) throws SQLException {
        update.setShort(1, LetterRow.code(settlement.answer()));
        update.setString(2, Texts.storable(settlement.detail(), LONGEST_DETAIL));
        row.name(update, 3);
        update.setInt(6, row.looks());
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
