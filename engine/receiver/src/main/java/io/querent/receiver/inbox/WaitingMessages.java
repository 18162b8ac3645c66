package io.querent.receiver.inbox;

import io.querent.outbox.MessageStore;
import io.querent.outbox.jdbc.DecisionAudit;
import io.querent.outbox.jdbc.JdbcMessageStore;
import io.querent.outbox.jdbc.MessageTable;
import io.querent.outbox.jdbc.MessageTable.Payloads;
import io.querent.outbox.jdbc.MessageTransactions;
import io.querent.receiver.jdbc.SqlText;
import io.querent.receiver.jdbc.Transactions;
import io.querent.receiver.outbox.MessageDecision;
import io.querent.receiver.outbox.MessageDecisions;
import io.querent.receiver.outbox.ShortTransactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a group could not handle and keeps: to look at and to decide about, from the process that handles it or from any other. Thread-safe.
 *
 * <p>Methods throw {@link io.querent.outbox.UnavailableException} when the database cannot be reached.
 */
public final class WaitingMessages {
    /**
     * As if it were handled, so that no copy that is still to come is. One of a day that is no longer remembered stands with those that have
     * no day: the decision has a time. One of a day to come stands under that day, which is when copies of it could be handled.
     */
    private static final String RECORD_AS_SETTLED = """
            INSERT INTO querent_receiver.inbox (handled_at, message, day)
            SELECT statement_timestamp(), ?, coalesce(n.day, '-infinity'::date)
            FROM (SELECT CASE WHEN d.day >= d.today - ? THEN d.day END AS day
                FROM (SELECT ?::date AS day, (statement_timestamp() AT TIME ZONE 'UTC')::date AS today) AS d) AS n
            ON CONFLICT DO NOTHING
            """;

    private final String group;
    private final InboxSettings settings;
    private final MessageTransactions transactions;
    private final JdbcMessageStore store;
    private final MessageDecisions decisions;
    private final InboxDays days;
    private final String recordAsSettled;

    /** What waits of that group. */
    public WaitingMessages(Transactions transactions, String consumerGroup, InboxSettings settings) {
        SqlText sql = SqlText.in(settings.schema());
        this.group = MessageKey.checked(consumerGroup);
        this.settings = settings;
        this.transactions = new ShortTransactions(transactions);
        this.store = new JdbcMessageStore(
                new MessageTable(settings.schema() + ".inbox_deferred", Payloads.BYTES, null, MessageTable::bucketOf)
                        .onlyTopic(group),
                this.transactions);
        this.decisions = new MessageDecisions(sql, "inbox");
        this.days = new InboxDays(sql, this.transactions);
        this.recordAsSettled = sql.of(RECORD_AS_SETTLED);
    }

    /**
     * A message that nobody handles until a person decides.
     *
     * @param message byte for byte as it came
     * @param error what was found; a code where the inbox refused it
     */
    public record Parked(
            InboxMessage message, int tries, @Nullable String error, Instant since) {}

    /** Parked messages, longest first, at most {@code limit}. */
    public List<Parked> parked(int limit) {
        return store.parked(limit).stream()
                .map(each -> new Parked(StoredForm.read(each.message()), each.tries(), each.error(), each.since()))
                .toList();
    }

    /** How much waits to be handled again, how long, and how much is parked. */
    public MessageStore.Figures figures() {
        return store.figures();
    }

    /**
     * Has a parked message handled again, with a new budget, by whatever process handles the group. Whoever decides so vouches that it may
     * be handled, also where the inbox could not tell whether it had been, or found it too large. Audited in the same transaction.
     *
     * @return false when it is not parked, has moved, or the request was made before: nothing is changed then
     */
    public boolean redrive(String id, MessageDecision decision) {
        MessageKey key = MessageKey.of(group, id);
        DecisionAudit audit = decisions.audit(decision, "redrive", key.bucket());
        return transactions.committed(
                "redriving a message",
                connection -> store.redrive(connection, key.text(), decision.seenTries(), audit));
    }

    /** Has a parked message never handled, nor any copy of it, so that its line goes on; otherwise as {@link #redrive}. */
    public boolean leaveOut(InboxMessage message, MessageDecision decision) {
        MessageKey key = MessageKey.of(group, message.id());
        DecisionAudit audit = decisions.audit(decision, "leave-out", key.bucket());
        LocalDate day = InboxClaim.dayOf(message);
        if (day != null) {
            days.ensureIfKept(day, settings.keepDays());
        }
        return transactions.committed("leaving out a message", connection -> {
            boolean left = store.leaveOut(connection, key.text(), decision.seenTries(), audit);
            if (left) {
                record(connection, key, message);
            }
            return left;
        });
    }

    /** None is written when a copy was handled meanwhile, which settles it as well. */
    private void record(Connection connection, MessageKey key, InboxMessage message) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(recordAsSettled)) {
            insert.setObject(1, key.digest());
            insert.setInt(2, settings.keepDays());
            insert.setObject(3, InboxClaim.dayOf(message));
            insert.executeUpdate();
        }
    }

    /** What people decided, newest first. */
    public List<MessageDecisions.Decided> decisions(int limit) {
        return transactions.committed("reading decisions", connection -> decisions.newest(connection, limit));
    }

    /** For who handles what waits. */
    MessageStore store() {
        return store;
    }
}
