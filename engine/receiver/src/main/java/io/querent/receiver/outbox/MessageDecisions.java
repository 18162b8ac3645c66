package io.querent.receiver.outbox;

import io.querent.outbox.jdbc.DecisionAudit;
import io.querent.receiver.jdbc.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Audits decisions about parked messages, and reads them. For the receiver's own packages. */
public final class MessageDecisions {
    /** A request that was made before inserts nothing, and nothing is changed then. */
    private static final String AUDIT_IF_NEW = """
            INSERT INTO querent_receiver.message_decision
                (decided_at, tries, request_id, kept_in, message_id, decision, operator, reason)
            SELECT statement_timestamp(), parked.tries, ?, ?, parked.message_id, ?, ?, ? FROM parked
            ON CONFLICT ON CONSTRAINT message_decision_key DO NOTHING
            RETURNING ?::smallint AS bucket
            """;

    private static final String SELECT_NEWEST = """
            SELECT decided_at, tries, request_id, message_id, decision, operator, reason FROM querent_receiver.message_decision
            WHERE kept_in = ? ORDER BY decided_at DESC LIMIT ?
            """;

    private final String auditIfNew;
    private final String selectNewest;
    private final String keptIn;

    /** @param keptIn {@code outbox} or {@code inbox} */
    public MessageDecisions(SqlText sql, String keptIn) {
        this.auditIfNew = sql.of(AUDIT_IF_NEW);
        this.selectNewest = sql.of(SELECT_NEWEST);
        this.keptIn = keptIn;
    }

    /**
     * What was decided.
     *
     * @param decision {@code redrive} or {@code leave-out}
     * @param tries of the message when it was decided about
     */
    public record Decided(
            Instant at,
            String messageId,
            String decision,
            String operator,
            String reason,
            String requestId,
            int tries) {}

    /** How a decision is audited with what it changes. */
    public DecisionAudit audit(MessageDecision decision, String what, int bucket) {
        return new DecisionAudit(auditIfNew, (update, first) -> {
            update.setString(first, decision.requestId());
            update.setString(first + 1, keptIn);
            update.setString(first + 2, what);
            update.setString(first + 3, decision.operator());
            update.setString(first + 4, decision.reason());
            update.setShort(first + 5, (short) bucket);
            return first + 6;
        });
    }

    /** Newest first. */
    public List<Decided> newest(Connection connection, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(selectNewest)) {
            select.setString(1, keptIn);
            select.setInt(2, limit);
            List<Decided> all = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    all.add(new Decided(
                            row.getObject(1, OffsetDateTime.class).toInstant(),
                            row.getString(4),
                            row.getString(5),
                            row.getString(6),
                            row.getString(7),
                            row.getString(3),
                            row.getInt(2)));
                }
            }
            return all;
        }
    }
}
