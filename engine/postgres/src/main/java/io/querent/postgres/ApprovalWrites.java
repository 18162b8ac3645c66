package io.querent.postgres;

import io.querent.decision.Authority;
import io.querent.runtime.admin.Approvals.Request;
import io.querent.runtime.journal.Letter;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes what becomes of requests for a second person, each with its entry in the audit. */
final class ApprovalWrites {
    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.approval (expires_at, id, tenant, definition, business_key, requester, rule, payload)
            VALUES (statement_timestamp() + make_interval(secs => ?), ?, ?, ?, ?, ?, ?, ?::json)
            ON CONFLICT ON CONSTRAINT approval_key DO NOTHING
            """;

    /** By the clock as it is when the row is held, which may be long after the statement began. */
    private static final String SETTLE_IF_OPEN = """
            UPDATE querent.approval SET answer = ?, settled_by = ?, settled_at = clock_timestamp(), comment = ?
            WHERE id = ? AND answer IS NULL AND expires_at > clock_timestamp()
            """;

    private static final String EXPIRE = """
            UPDATE querent.approval AS a SET answer = 3, settled_at = clock_timestamp()
            FROM (
                SELECT id FROM querent.approval
                WHERE answer IS NULL AND expires_at <= statement_timestamp()
                ORDER BY asked_at LIMIT ? FOR UPDATE SKIP LOCKED) AS late
            WHERE a.id = late.id
            RETURNING a.id, a.tenant, a.definition, a.business_key, a.payload, a.rule, a.asked_at, a.expires_at, 3, a.settled_by,
                a.comment
            """;

    private final StoredPayloads payloads;

    ApprovalWrites(StoredPayloads payloads) {
        this.payloads = payloads;
    }

    /** Another one of that id may be there by now: it is for the caller to look. */
    void insertIfNew(Connection connection, Letter letter, Authority authority, String rule, Duration lasts)
            throws SQLException {
        SagaKey saga = letter.saga();
        try (PreparedStatement insert = connection.prepareStatement(INSERT_IF_NEW)) {
            insert.setDouble(1, WakeUp.seconds(lasts));
            insert.setString(2, letter.messageId());
            insert.setString(3, saga.tenant().value());
            insert.setString(4, saga.definition());
            insert.setString(5, saga.businessKey().value());
            insert.setString(6, authority.operator());
            insert.setString(7, People.fit(letter.messageId(), "rule", rule, 1, 1_000));
            insert.setString(8, payloads.letters().protect(letter));
            if (insert.executeUpdate() == 1) {
                audit(connection, "approval-asked", letter, authority.operator(), authority.reason(), rule);
            }
        }
    }

    /** Returns false when it is not open, or its time is up. */
    boolean settleIfOpen(Connection connection, String id, short answer, String by, String comment)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(SETTLE_IF_OPEN)) {
            update.setShort(1, answer);
            update.setString(2, People.fit(id, "name", by, 1, 200));
            update.setString(3, People.fit(id, "comment", comment, 0, 2_000));
            update.setString(4, id);
            return update.executeUpdate() == 1;
        }
    }

    int expire(Connection connection, int limit) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(EXPIRE)) {
            update.setInt(1, limit);
            List<Request> late = ApprovalRow.read(update, payloads.letters());
            for (Request request : late) {
                audit(connection, "approval-expired", request.letter(), "querent", "", request.rule());
            }
            return late.size();
        }
    }

    void audit(Connection connection, String action, Letter letter, String who, String reason, String rule)
            throws SQLException {
        Letter.Decided decided = (Letter.Decided) letter.content();
        Map<String, Object> particulars = new LinkedHashMap<>();
        particulars.put("request", letter.messageId());
        particulars.put("decision", decided.decision().name());
        particulars.put("evidence", payloads.spoken(decided.decision().evidence()));
        particulars.put("requester", decided.authority().operator());
        particulars.put("revision", decided.authority().revision());
        if (!rule.isEmpty()) {
            particulars.put("rule", rule);
        }
        // An id that nobody can choose: one that somebody has used would keep the entry out, and the request from being
        // settled.
        People.audit(connection, action + ":" + UUID.randomUUID(), who, action, letter.saga(), reason, particulars);
    }
}
