package io.querent.receiver.outbox;

import io.querent.outbox.MessageStore;
import io.querent.outbox.jdbc.DecisionAudit;
import io.querent.outbox.jdbc.JdbcMessageStore;
import io.querent.outbox.jdbc.MessageTable;
import io.querent.outbox.jdbc.MessageTable.Payloads;
import io.querent.outbox.jdbc.MessageTransactions;
import io.querent.receiver.ReceiverException;
import io.querent.receiver.jdbc.ReceiverSchema;
import io.querent.receiver.jdbc.SqlText;
import io.querent.receiver.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * A service's messages on their way out. Write them on the connection of the transaction that does what they tell of, and have an {@link
 * io.querent.outbox.OutboxRelay} send them: at least once, under the same id, in order where they have an ordering key. Thread-safe.
 */
public final class ServiceOutbox implements MessageStore {
    private final MessageTransactions transactions;
    private final JdbcMessageStore store;
    private final MessageWrites writes;
    private final MessageDecisions decisions;

    /** The outbox in the schema {@value ReceiverSchema#DEFAULT_NAME}. */
    public ServiceOutbox(Transactions transactions) {
        this(transactions, ReceiverSchema.DEFAULT_NAME);
    }

    /**
     * @param transactions for taking and settling messages; writing them is done in yours
     * @param schema of the receiver's tables
     */
    public ServiceOutbox(Transactions transactions, String schema) {
        SqlText sql = SqlText.in(schema);
        this.transactions = new ShortTransactions(transactions);
        this.store = new JdbcMessageStore(
                new MessageTable(schema + ".outbox", Payloads.BYTES, null, MessageTable::bucketOf), this.transactions);
        this.writes = new MessageWrites(sql);
        this.decisions = new MessageDecisions(sql, "outbox");
    }

    /**
     * Writes a message: it is sent if the transaction commits, and was never there if it does not.
     *
     * @param connection of your transaction, at whatever isolation level
     * @return false when the same message was written before, which changes nothing
     * @throws ReceiverException QRT-9057 when another message was written under its id
     * @throws SQLException when the database refuses; roll back
     */
    public boolean write(Connection connection, NewMessage message) throws SQLException {
        return writes.write(connection, message);
    }

    /**
     * Has a parked message sent again, with a new budget, and its line follow it. Audited in the same transaction.
     *
     * @return false when it is not parked, has moved, or the request was made before: nothing is changed then
     */
    public boolean redrive(String id, MessageDecision decision) {
        DecisionAudit audit = decisions.audit(decision, "redrive", MessageTable.bucketOf(id));
        return transactions.committed(
                "redriving a message", connection -> store.redrive(connection, id, decision.seenTries(), audit));
    }

    /** Has a parked message never sent, so that its line goes on; otherwise as {@link #redrive}. */
    public boolean leaveOut(String id, MessageDecision decision) {
        DecisionAudit audit = decisions.audit(decision, "leave-out", MessageTable.bucketOf(id));
        return transactions.committed(
                "leaving out a message", connection -> store.leaveOut(connection, id, decision.seenTries(), audit));
    }

    /** What people decided, newest first. */
    public List<MessageDecisions.Decided> decisions(int limit) {
        return transactions.committed("reading decisions", connection -> decisions.newest(connection, limit));
    }

    @Override
    public List<Taken> take(int limit, Duration lease) {
        return store.take(limit, lease);
    }

    @Override
    public boolean markSent(Taken taken) {
        return store.markSent(taken);
    }

    @Override
    public Setback putOff(Taken taken, Failure failure) {
        return store.putOff(taken, failure);
    }

    @Override
    public List<Parked> parked(int limit) {
        return store.parked(limit);
    }

    @Override
    public int forget(Duration age, int limit) {
        return store.forget(age, limit);
    }

    @Override
    public Figures figures() {
        return store.figures();
    }
}
