package io.querent.receiver.inbox;

import io.querent.outbox.FailureMask;
import io.querent.outbox.FailureText;
import io.querent.outbox.OutboxRelay;
import io.querent.outbox.OutgoingMessage;
import io.querent.outbox.RelayCounters;
import io.querent.outbox.RelayWords;
import io.querent.outbox.UnavailableException;
import io.querent.receiver.inbox.Deferrals.Standing;
import io.querent.receiver.jdbc.SqlText;
import io.querent.receiver.jdbc.Transactions;
import io.querent.receiver.outbox.ShortTransactions;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the messages of one consumer group, one time each, and lets none hold up the rest: what cannot be handled is put aside with the
 * service, handled again while its budget lasts, and then parked for a person. For any broker: offer each message to {@link #receive}, and
 * acknowledge it when the answer says so. Any number of nodes may do so for one group. Thread-safe.
 *
 * <p>{@link #close} waits for what is being handled again.
 */
public final class InboxConsumer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InboxConsumer.class);

    /** The topic of what waits is the group. */
    private static final RelayWords WORDS = new RelayWords(
            InboxConsumer.class,
            "inbox",
            "handler",
            stored -> MessageKey.idOf(stored.id()) + " of group " + stored.topic(),
            "handled",
            "messages of the same ordering key wait where order is kept");

    private final String group;
    private final InboxWork work;
    private final InboxSettings settings;
    private final Inbox inbox;
    private final Deferrals deferrals;
    private final WaitingMessages waiting;
    private final InboxUpkeep upkeep;
    private final InboxCounters counters = new InboxCounters();
    private final OutboxRelay relay;

    private InboxConsumer(Transactions transactions, String group, InboxWork work, InboxSettings settings) {
        SqlText sql = SqlText.in(settings.schema());
        ShortTransactions shortly = new ShortTransactions(transactions);
        this.group = MessageKey.checked(group);
        this.work = work;
        this.settings = settings;
        this.inbox = new Inbox(transactions, settings);
        this.deferrals = new Deferrals(sql, shortly, group, settings);
        this.waiting = new WaitingMessages(transactions, group, settings);
        this.upkeep = InboxUpkeep.start(new InboxRetention(transactions, settings));
        this.relay = OutboxRelay.start(
                waiting.store(), this::handleAgain, settings.again(), FailureMask.WITHOUT_MESSAGES, WORDS);
    }

    /**
     * Begins to handle what waits, and is ready to receive.
     *
     * @param consumerGroup who handles it; 1 to 100 of ASCII letters, digits and . _ -
     * @param work what is done with a message
     */
    public static InboxConsumer start(
            Transactions transactions, String consumerGroup, InboxWork work, InboxSettings settings) {
        return new InboxConsumer(transactions, consumerGroup, work, settings);
    }

    /**
     * Handles a message, or puts it aside.
     *
     * @return whether the broker may forget it; whatever it says is committed
     * @throws UnavailableException QRT-9050 when the database cannot be reached: do not acknowledge it, and offer it again in a while
     * @throws InterruptedException when the thread was interrupted: do not acknowledge it
     */
    public Reception receive(InboxMessage message) throws InterruptedException {
        if (message.size() > settings.mostBytes()) {
            return park(message, InboxRefusal.tooLarge(message.size(), settings.mostBytes()));
        }
        Receipt receipt;
        try {
            receipt = inbox.handle(message, group, work);
        } catch (UnavailableException | InterruptedException notNow) {
            throw notNow;
        } catch (UnfitMessageException unfit) {
            return park(message, FailureText.of(unfit), "what the work says, kept with the message");
        } catch (Throwable failure) {
            return defer(message, failure);
        }
        if (receipt instanceof Receipt.Handled) {
            counters.handled.increment();
            return Reception.HANDLED;
        } else if (receipt instanceof Receipt.Busy) {
            counters.busy.increment();
            return Reception.BUSY;
        } else if (receipt instanceof Receipt.Unknowable unknowable) {
            return park(message, InboxRefusal.unknowable(message, unknowable.doubt(), settings.keepDays()));
        } else if (receipt instanceof Receipt.Held held && held.cause() == Receipt.Cause.LINE) {
            return standing(deferrals.again(message, InboxRefusal.BEHIND, 0, Duration.ZERO), Reception.DEFERRED);
        }
        counters.duplicates.increment();
        return Reception.DUPLICATE;
    }

    /**
     * Parks something that came and is no message that could be handled, so that a person looks at it, such as one
     * {@linkplain InboxMessage#withoutId without an id}.
     *
     * @param error what is wrong with it; it is logged
     * @throws UnavailableException QRT-9050 when the database cannot be reached
     */
    public Reception park(InboxMessage message, String error) {
        return park(message, error, error);
    }

    /** @param logged what a log may show, where the error may quote a payload */
    private Reception park(InboxMessage message, String error, String logged) {
        Reception reception = standing(deferrals.park(message, error), Reception.PARKED);
        if (reception == Reception.PARKED) {
            counters.parked.increment();
            LOG.warn(
                    "message {} from {} is parked without a try; group={}, found={}; a person should look at it",
                    message.id(),
                    message.source(),
                    group,
                    logged);
        }
        return reception;
    }

    /** Its first try was the one that failed. */
    private Reception defer(InboxMessage message, Throwable failure) {
        Duration delay =
                settings.again().budget().delay(0, ThreadLocalRandom.current().nextDouble());
        LOG.debug("message {} could not be handled and is put aside; group={}", message.id(), group, failure);
        return standing(deferrals.again(message, FailureText.of(failure), 1, delay), Reception.DEFERRED);
    }

    private Reception standing(Standing standing, Reception whenAside) {
        switch (standing) {
            case ASIDE -> {
                if (whenAside == Reception.DEFERRED) {
                    counters.deferred.increment();
                }
                return whenAside;
            }
            case WAITS, SETTLED -> {
                counters.duplicates.increment();
                return Reception.DUPLICATE;
            }
            default -> {
                return Reception.NO_ROOM;
            }
        }
    }

    /** What the relay does with a message whose time has come. */
    private void handleAgain(OutgoingMessage stored) throws Exception {
        InboxMessage message = StoredForm.read(stored);
        if (StoredForm.isCut(stored)) {
            throw new UnfitMessageException(InboxRefusal.notKept(message.source()));
        }
        Receipt receipt = inbox.handle(message, group, work, true);
        if (receipt instanceof Receipt.Handled) {
            counters.handled.increment();
        } else if (receipt instanceof Receipt.Duplicate) {
            counters.duplicates.increment();
        } else if (receipt instanceof Receipt.Unknowable unknowable) {
            throw new IllegalStateException(InboxRefusal.unknowable(message, unknowable.doubt(), settings.keepDays()));
        } else {
            throw new IllegalStateException("a copy of the message is being handled");
        }
    }

    /** What it did so far. */
    public InboxCounters counters() {
        return counters;
    }

    /** What became of messages that were handled again: sent is handled, or found to be; parked waits for a person. */
    public RelayCounters again() {
        return relay.counters();
    }

    /** What waits: to look at, and to decide about. */
    public WaitingMessages waiting() {
        return waiting;
    }

    /** The group that it handles messages of. */
    public String group() {
        return group;
    }

    @Override
    public void close() {
        upkeep.close();
        relay.close();
    }
}
