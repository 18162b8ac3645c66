package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.codec.PayloadNotRevealedException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Outbox.Parked;
import io.querent.runtime.journal.OutboxMessage;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** What people see and decide of messages that nobody sends. */
final class ParkedMessages {
    private static final String SELECT_PARKED = """
            SELECT %s, m.last_error, m.settled_at FROM querent.outbox AS m
            WHERE m.answer = 2 ORDER BY m.settled_at LIMIT ?
            """.formatted(MessageRow.COLUMNS);

    /** One statement, so that it is done and audited or neither. A request of that id that is in the audit does nothing again. */
    private static final String DECIDE_IF_PARKED = """
            WITH parked AS (
                SELECT bucket, message_id FROM querent.outbox
                WHERE bucket = ? AND message_id = ? AND answer = 2 AND (? = 0 OR tries = ?)
                FOR UPDATE),
            audited AS (
                INSERT INTO querent.audit
                    (received_at, bucket, answer, saga_id, request_id, tenant, definition, business_key, operator, detail, content)
                SELECT statement_timestamp(), bucket, 1, ?, ?, ?, ?, ?, ?, ?, ?::json FROM parked
                ON CONFLICT ON CONSTRAINT audit_key DO NOTHING
                RETURNING bucket)
            UPDATE querent.outbox AS m SET %s
            FROM audited WHERE m.bucket = audited.bucket AND m.message_id = ?
            RETURNING %s
            """;

    private static final String REDRIVE = DECIDE_IF_PARKED.formatted(
            "answer = NULL, settled_at = NULL, due_at = statement_timestamp(), budget_since = statement_timestamp(),"
                    + " forgiven = m.tries",
            "NULL");

    private static final String LEAVE_OUT = DECIDE_IF_PARKED.formatted("answer = 3", MessageFates.NEXT_IN_LINE);

    private ParkedMessages() {}

    static List<Parked> read(Connection connection, StoredPayloads payloads, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_PARKED)) {
            select.setInt(1, limit);
            List<Parked> parked = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    parked.add(new Parked(
                            readable(MessageRow.read(rows), payloads),
                            rows.getInt(5),
                            rows.getString(6),
                            rows.getObject(7, OffsetDateTime.class).toInstant()));
                }
            }
            return parked;
        }
    }

    /** People decide about it also where its payload cannot be revealed: they see it as it is stored then. */
    private static OutboxMessage readable(OutboxMessage stored, StoredPayloads payloads) {
        try {
            return payloads.revealed(stored);
        } catch (PayloadNotRevealedException notRevealed) {
            return stored;
        }
    }

    static boolean redrive(Connection connection, OperationKey message, Authority authority) throws SQLException {
        return decide(connection, REDRIVE, message, authority, "message " + message.operation() + " is sent again");
    }

    static boolean leaveOut(Connection connection, OperationKey message, Authority authority) throws SQLException {
        return decide(connection, LEAVE_OUT, message, authority, "message " + message.operation() + " is left out");
    }

    private static boolean decide(
            Connection connection, String statement, OperationKey message, Authority authority, String detail)
            throws SQLException {
        SagaKey saga = message.saga();
        Letter letter =
                new Letter(saga, authority.requestId(), new Letter.Woken(authority.operator(), authority.reason()));
        try (PreparedStatement update = connection.prepareStatement(statement)) {
            MessageRow.name(update, 1, message);
            update.setLong(3, authority.revision());
            update.setLong(4, authority.revision());
            update.setObject(5, saga.id().value());
            update.setString(6, letter.messageId());
            update.setString(7, saga.tenant().value());
            update.setString(8, saga.definition());
            update.setString(9, saga.businessKey().value());
            update.setString(10, authority.operator());
            update.setString(11, detail);
            update.setString(12, new LetterCodec().encode(letter.content()));
            update.setString(13, message.value());
            try (ResultSet row = update.executeQuery()) {
                if (!row.next()) {
                    return false;
                }
                MessageFates.wake(connection, row.getString(1));
                return true;
            }
        }
    }
}
