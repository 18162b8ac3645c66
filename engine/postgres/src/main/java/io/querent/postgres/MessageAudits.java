package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.outbox.jdbc.DecisionAudit;
import io.querent.runtime.codec.LetterCodec;
import io.querent.runtime.journal.Letter;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Audits what people decide of parked messages, with the saga that published them. */
final class MessageAudits {
    /** A request of that id that is in the audit does nothing again. */
    private static final String AUDIT_IF_PARKED = """
            INSERT INTO querent.audit
                (received_at, bucket, answer, saga_id, request_id, tenant, definition, business_key, operator, detail, content)
            SELECT statement_timestamp(), bucket, 1, ?, ?, ?, ?, ?, ?, ?, ?::json FROM parked
            ON CONFLICT ON CONSTRAINT audit_key DO NOTHING
            RETURNING bucket
            """;

    /** For who looks at the statement alone. */
    static final DecisionAudit UNBOUND = new DecisionAudit(AUDIT_IF_PARKED, (update, first) -> first);

    private MessageAudits() {}

    /** @param what what is decided: it follows the message's name */
    static DecisionAudit of(OperationKey message, Authority authority, String what) {
        return new DecisionAudit(AUDIT_IF_PARKED, (update, first) -> bind(update, first, message, authority, what));
    }

    private static int bind(PreparedStatement update, int first, OperationKey message, Authority authority, String what)
            throws SQLException {
        SagaKey saga = message.saga();
        Letter letter =
                new Letter(saga, authority.requestId(), new Letter.Woken(authority.operator(), authority.reason()));
        update.setObject(first, saga.id().value());
        update.setString(first + 1, letter.messageId());
        update.setString(first + 2, saga.tenant().value());
        update.setString(first + 3, saga.definition());
        update.setString(first + 4, saga.businessKey().value());
        update.setString(first + 5, authority.operator());
        update.setString(first + 6, "message " + message.operation() + " " + what);
        update.setString(first + 7, new LetterCodec().encode(letter.content()));
        return first + 8;
    }
}
