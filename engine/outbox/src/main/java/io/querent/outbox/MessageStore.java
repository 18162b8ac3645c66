package io.querent.outbox;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where messages wait until somebody has taken them over: a broker, or whoever handles them. They come here in the transaction that tells
 * of them, and are given out at least once, under the same id. Times are by the database's clock. Thread-safe.
 *
 * <p>Methods throw {@link UnavailableException} when the database cannot be reached; what was to be written may have been then.
 */
public interface MessageStore {
    /** Most messages that are taken or shown at once. */
    int LONGEST_BATCH = 1_000;

    /**
     * Messages to send now, oldest first, each for the caller alone until the lease ends. Of those of one topic with the same ordering
     * key only the first that was not sent is taken, so that they keep their order; a parked one holds back those behind it.
     *
     * @param limit at most so many, up to {@value #LONGEST_BATCH}
     */
    List<Taken> take(int limit, Duration lease);

    /**
     * Says that it was taken over.
     *
     * @return false when it was taken again since: it will be sent once more
     */
    boolean markSent(Taken taken);

    /** Has a message whose sending failed taken again after a while, or parks it once its budget is spent. */
    Setback putOff(Taken taken, Failure failure);

    /** Messages that are parked, longest first, at most {@code limit}. */
    List<Parked> parked(int limit);

    /**
     * Forgets messages that were sent or left out {@code age} ago, at most {@code limit}. What waits or is parked stays.
     *
     * @return how many there were
     */
    int forget(Duration age, int limit);

    /** How much waits. */
    Figures figures();

    /**
     * A message that the caller may send until the lease ends.
     *
     * @param tries how often it was taken: who says what became of it has to have taken it last
     */
    record Taken(OutgoingMessage message, int tries) {}

    /**
     * What went wrong, and how patient to be.
     *
     * @param error what was found, for people
     * @param delay when to try again
     * @param most tries that are made at least
     * @param within time that is tried at least; a message is parked when both are over
     */
    record Failure(String error, Duration delay, int most, Duration within) {}

    /** What became of a message whose sending failed. */
    enum Setback {
        /** It is taken again later. */
        PUT_OFF,
        /** Its budget is spent: a person should look at it. */
        PARKED,
        /** It was taken by another since, who says what becomes of it. */
        OVERTAKEN
    }

    /**
     * A message that nobody sends until a person decides.
     *
     * @param tries how often it was tried
     * @param error what the last try found
     * @param since when it was parked
     */
    record Parked(
            OutgoingMessage message, int tries, @Nullable String error, Instant since) {}

    /**
     * How much waits.
     *
     * @param waiting messages that are to be sent
     * @param oldest how long the oldest of them has waited; zero when there is none
     * @param parked messages that a person should look at
     */
    record Figures(long waiting, Duration oldest, long parked) {}
}
