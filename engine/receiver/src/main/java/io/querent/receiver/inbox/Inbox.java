package io.querent.receiver.inbox;

import io.querent.outbox.UnavailableException;
import io.querent.outbox.jdbc.LentConnection;
import io.querent.receiver.jdbc.SqlFailure;
import io.querent.receiver.jdbc.SqlText;
import io.querent.receiver.jdbc.Transactions;
import io.querent.receiver.outbox.ShortTransactions;
import java.time.LocalDate;

/**
 * Handles each message once for each consumer group, however often and on how many nodes it comes: that it was handled is a unique row,
 * committed with what it did. It neither tries again nor parks; {@link InboxConsumer} does. Thread-safe.
 */
public final class Inbox {
    private final Transactions transactions;
    private final InboxSettings settings;
    private final InboxClaim claims;
    private final InboxDays days;

    /** @param transactions plain, or those of whatever manages transactions in your service */
    public Inbox(Transactions transactions, InboxSettings settings) {
        SqlText sql = SqlText.in(settings.schema());
        this.transactions = transactions;
        this.settings = settings;
        this.claims = new InboxClaim(sql, settings);
        this.days = new InboxDays(sql, new ShortTransactions(transactions));
    }

    /**
     * Handles a message, unless it was handled. Acknowledge it to the broker afterwards, if at all, and never before.
     *
     * @param consumerGroup who handles it: another group handles the same message by itself; 1 to 100 of ASCII letters, digits and . _ -
     * @throws UnavailableException QRT-9050 when the database cannot say, or the answer to the commit was lost: it is not known whether the
     *     message was handled; come again with it
     * @throws Exception what the work threw; nothing took effect
     */
    public Receipt handle(InboxMessage message, String consumerGroup, InboxWork work) throws Exception {
        return handle(message, consumerGroup, work, false);
    }

    /** @param redriven whether it comes from where messages wait */
    Receipt handle(InboxMessage message, String group, InboxWork work, boolean redriven) throws Exception {
        for (int tries = 1; ; tries++) {
            Attempt attempt = new Attempt(group, message, work, redriven);
            try {
                return attempt.run();
            } catch (EndedException ended) {
                Receipt receipt = ended.receipt();
                if (receipt != null) {
                    return receipt;
                }
                if (tries > settings.conflictTries()) {
                    throw ShortTransactions.unavailable("making a partition for message " + message.id(), ended);
                }
                ensureDay(message);
            } catch (Exception failure) {
                if (!SqlFailure.isConflict(failure) || tries == settings.conflictTries()) {
                    throw attempt.judged(failure);
                }
            }
        }
    }

    private void ensureDay(InboxMessage message) {
        LocalDate day = InboxClaim.dayOf(message);
        if (day == null) {
            throw new IllegalStateException("a message without a day asked for one; key=" + message.id());
        }
        days.ensure(day);
    }

    /** One transaction. */
    private final class Attempt {
        private final String group;
        private final InboxMessage message;
        private final InboxWork work;
        private final boolean redriven;
        private boolean working;
        private boolean worked;

        Attempt(String group, InboxMessage message, InboxWork work, boolean redriven) {
            this.group = group;
            this.message = message;
            this.work = work;
            this.redriven = redriven;
        }

        Receipt run() throws Exception {
            return transactions.run(connection -> {
                claims.claim(connection, group, message, redriven);
                working = true;
                work.handle(message, LentConnection.of(connection));
                worked = true;
                return new Receipt.Handled();
            });
        }

        /** A commit that the server refused is the work's doing, as by a constraint that is checked at the end; any other may have happened. */
        Exception judged(Exception failure) {
            boolean ofTheWork = working && (!worked || SqlFailure.isRolledBack(failure));
            return ofTheWork || failure instanceof UnavailableException
                    ? failure
                    : ShortTransactions.unavailable("handling message " + message.id(), failure);
        }
    }
}
