package io.querent.outbox.jdbc;

import io.querent.outbox.MessageStore.Parked;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What people see and decide of messages that nobody sends. */
final class ParkedMessages {
    private static final String SELECT_PARKED = """
            SELECT $columns, m.last_error, m.settled_at FROM $table AS m
            WHERE m.answer = 2 $andTopic ORDER BY m.settled_at LIMIT ?
            """;

    /** One statement, so that it is done and audited or neither. */
    private static final String DECIDE_IF_PARKED = """
            WITH parked AS (
                SELECT m.bucket, m.message_id, m.tries FROM $table AS m
                WHERE m.bucket = ? AND m.message_id = ? AND m.answer = 2 AND (? = 0 OR m.tries = ?) $andTopic
                FOR UPDATE),
            audited AS (
                $audit)
            UPDATE $table AS m SET %s
            FROM audited WHERE m.bucket = audited.bucket AND m.message_id = ?
            RETURNING %s
            """;

    private static final String REDRIVE = DECIDE_IF_PARKED.formatted(
            "answer = NULL, settled_at = NULL, due_at = statement_timestamp(), budget_since = statement_timestamp(),"
                    + " forgiven = m.tries",
            "NULL");

    private static final String LEAVE_OUT = DECIDE_IF_PARKED.formatted("answer = 3", MessageFates.NEXT_IN_LINE);

    private static final int ERROR = MessageRow.TRIES + 1;
    private static final int SINCE = MessageRow.TRIES + 2;

    private final MessageTable table;
    private final MessageFates fates;
    private final String selectParked;

    ParkedMessages(MessageTable table, MessageFates fates) {
        this.table = table;
        this.fates = fates;
        this.selectParked = table.sql(SELECT_PARKED);
    }

    List<Parked> read(Connection connection, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(selectParked)) {
            select.setInt(table.bindTopic(select, 1), limit);
            List<Parked> parked = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    parked.add(new Parked(
                            MessageRow.read(rows),
                            rows.getInt(MessageRow.TRIES),
                            rows.getString(ERROR),
                            rows.getObject(SINCE, OffsetDateTime.class).toInstant()));
                }
            }
            return parked;
        }
    }

    boolean redrive(Connection connection, String id, long seenTries, DecisionAudit audit) throws SQLException {
        return decide(connection, REDRIVE, id, seenTries, audit);
    }

    boolean leaveOut(Connection connection, String id, long seenTries, DecisionAudit audit) throws SQLException {
        return decide(connection, LEAVE_OUT, id, seenTries, audit);
    }

    void addTo(Map<String, String> statements, DecisionAudit audit) {
        statements.put("SELECT_PARKED", selectParked);
        statements.put("REDRIVE", decision(REDRIVE, audit));
        statements.put("LEAVE_OUT", decision(LEAVE_OUT, audit));
    }

    private String decision(String template, DecisionAudit audit) {
        return table.sql(template.replace("$audit", audit.insert()));
    }

    private boolean decide(Connection connection, String template, String id, long seenTries, DecisionAudit audit)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(decision(template, audit))) {
            table.bindKey(update, 1, id);
            update.setLong(3, seenTries);
            update.setLong(4, seenTries);
            int next = table.bindTopic(update, 5);
            update.setString(audit.binder().bind(update, next), id);
            try (ResultSet row = update.executeQuery()) {
                if (!row.next()) {
                    return false;
                }
                fates.wake(connection, row.getString(1));
                return true;
            }
        }
    }
}
