package io.querent.runtime.journal;

import io.querent.decision.SagaEvent;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All events of all sagas in an order in which no committed event can be skipped: a reader sees only events of transactions
 * older than every transaction still open. For read models, metrics and subscriptions; money never depends on it (R9).
 * Thread-safe.
 */
public interface EventLog {
    /**
     * Events after {@code position}, in order.
     *
     * @param limit at most so many
     * @throws JournalUnavailableException when the database cannot be reached
     */
    List<LoggedEvent> read(EventPosition position, int limit);

    /** The position of the newest event that a reader may see; empty when there is none. */
    Optional<EventPosition> newest();

    /** The position before the first event at or after {@code time}; empty when there is none. */
    Optional<EventPosition> before(Instant time);

    /** Events of one saga from {@code firstSequence} on, in order. */
    List<LoggedEvent> readSaga(SagaId saga, long firstSequence);

    /**
     * Where an event stands in the log. Ordered by transaction, then index.
     *
     * @param transaction id of the transaction that wrote it
     * @param index number of the event, unique in the log
     */
    record EventPosition(long transaction, long index) implements Comparable<EventPosition> {
        /** Before every event. */
        public static final EventPosition START = new EventPosition(0, 0);

        @Override
        public int compareTo(EventPosition other) {
            int byTransaction = Long.compare(transaction, other.transaction);
            return byTransaction != 0 ? byTransaction : Long.compare(index, other.index);
        }
    }

    /**
     * An event with its place.
     *
     * @param sequence number of the event within its saga, from 1
     */
    record LoggedEvent(EventPosition position, SagaKey saga, long sequence, SagaEvent event) {}
}
