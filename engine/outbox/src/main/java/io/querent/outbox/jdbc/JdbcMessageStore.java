package io.querent.outbox.jdbc;

import io.querent.outbox.MessageStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Messages in a table. Taking is a transaction of two statements; everything else is a statement that commits by itself. Thread-safe. */
public final class JdbcMessageStore implements MessageStore {
    /** Looks at most, when all that is due has to wait for something before it. What was seen is put off, so nothing is seen twice. */
    private static final int MOST_LOOKS = 10;

    private static final String DELETE_OLD = """
            DELETE FROM $table AS d
            USING (
                SELECT m.bucket, m.message_id FROM $table AS m
                WHERE m.answer IN (1, 3) AND m.settled_at < statement_timestamp() - make_interval(secs => ?) $andTopic
                ORDER BY m.settled_at LIMIT ?) AS old
            WHERE d.bucket = old.bucket AND d.message_id = old.message_id AND d.answer IN (1, 3)
            """;

    private static final String SELECT_FIGURES = """
            SELECT count(*), coalesce(extract(epoch FROM statement_timestamp() - min(m.written_at)) * 1000, 0)::bigint,
                (SELECT count(*) FROM $table AS m WHERE m.answer = 2 $andTopic)
            FROM $table AS m WHERE m.due_at IS NOT NULL $andTopic
            """;

    private final MessageTable table;
    private final MessageTransactions transactions;
    private final MessageLeases leases;
    private final MessageFates fates;
    private final ParkedMessages parked;
    private final String deleteOld;
    private final String selectFigures;

    /** Messages in that table, over those connections. */
    public JdbcMessageStore(MessageTable table, MessageTransactions transactions) {
        this.table = table;
        this.transactions = transactions;
        this.leases = new MessageLeases(table);
        this.fates = new MessageFates(table);
        this.parked = new ParkedMessages(table, fates);
        this.deleteOld = table.sql(DELETE_OLD);
        this.selectFigures = table.sql(SELECT_FIGURES);
    }

    @Override
    public List<Taken> take(int limit, Duration lease) {
        check(limit);
        for (int looks = 1; ; looks++) {
            MessageLeases.Look look =
                    transactions.committed("taking messages", connection -> leases.take(connection, limit, lease));
            if (!look.taken().isEmpty() || look.sawAll() || looks == MOST_LOOKS) {
                return look.taken();
            }
        }
    }

    @Override
    public boolean markSent(Taken taken) {
        return transactions.autoCommitted("marking a message as sent", connection -> fates.markSent(connection, taken));
    }

    @Override
    public Setback putOff(Taken taken, Failure failure) {
        return transactions.autoCommitted(
                "putting off a message", connection -> fates.putOff(connection, taken, failure));
    }

    @Override
    public List<Parked> parked(int limit) {
        check(limit);
        return transactions.autoCommitted("reading parked messages", connection -> parked.read(connection, limit));
    }

    /**
     * Has a parked message sent again, with a new budget, and audits it in the same statement.
     *
     * @param seenTries number of tries that whoever decides has seen; 0 when none was looked at
     * @return false when it is not parked, has moved, or the request was made before: nothing is changed then
     */
    public boolean redrive(Connection connection, String id, long seenTries, DecisionAudit audit) throws SQLException {
        return parked.redrive(connection, id, seenTries, audit);
    }

    /** Has a parked message never sent, so that those behind it go on; otherwise as {@link #redrive}. */
    public boolean leaveOut(Connection connection, String id, long seenTries, DecisionAudit audit) throws SQLException {
        return parked.leaveOut(connection, id, seenTries, audit);
    }

    @Override
    public int forget(Duration age, int limit) {
        return transactions.autoCommitted("forgetting sent messages", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(deleteOld)) {
                delete.setDouble(1, MessageRow.seconds(age));
                delete.setInt(table.bindTopic(delete, 2), limit);
                return delete.executeUpdate();
            }
        });
    }

    @Override
    public Figures figures() {
        return transactions.autoCommitted("counting messages", connection -> {
            try (PreparedStatement select = connection.prepareStatement(selectFigures)) {
                table.bindTopic(select, table.bindTopic(select, 1));
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    return new Figures(row.getLong(1), Duration.ofMillis(Math.max(0, row.getLong(2))), row.getLong(3));
                }
            }
        });
    }

    /**
     * The statements as they are run, by name, for who looks at their plans.
     *
     * @param audit how decisions are audited
     */
    public Map<String, String> statements(DecisionAudit audit) {
        Map<String, String> statements = new TreeMap<>();
        statements.put("DELETE_OLD", deleteOld);
        statements.put("SELECT_FIGURES", selectFigures);
        leases.addTo(statements);
        fates.addTo(statements);
        parked.addTo(statements, audit);
        return statements;
    }

    private static void check(int limit) {
        if (limit < 1 || limit > LONGEST_BATCH) {
            throw new IllegalArgumentException("messages come 1 to " + LONGEST_BATCH + " at a time, not " + limit);
        }
    }
}
