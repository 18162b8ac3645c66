package io.querent.runtime.journal;

import io.querent.saga.SagaId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Where letters wait for the saga that they are for, and stay known afterwards. A letter is stored before anybody looks at it, is
 * looked at by the node that owns its saga or by any node while nobody does, and stays until it is settled: applied, refused, or
 * put aside for a person. By the database's clock. Thread-safe.
 *
 * <p>Methods throw {@link JournalUnavailableException} when the database cannot be reached; a letter may have been stored then:
 * deliver it again under the same id.
 */
public interface Mailbox {
    /** Most letters that may wait for one saga. */
    int MOST_WAITING = 1_000;

    /**
     * Stores a letter, unless its saga had one of this id before.
     *
     * @return what is stored under the id
     * @throws io.querent.saga.QuerentException when too many wait for the saga already, or the id was used for another letter
     */
    Delivery deliver(Letter letter);

    /** The letter of that id. */
    Optional<Delivery> find(SagaId saga, String messageId);

    /**
     * Letters to look at now, oldest first, each for a saga that {@code node} owns or that nobody does. They come back after a while
     * if they are not settled.
     *
     * @param definitions names of the definitions that the node can run
     * @param limit at most so many
     */
    List<Delivery> take(String node, Collection<String> definitions, int limit);

    /** The letter, if it is new, or {@link #take(String, Collection, int)} would give it now. */
    Optional<Delivery> take(String node, Collection<String> definitions, Letter letter);

    /** Has the letter looked at again after {@code delay}, unless somebody has taken it since it was read. */
    void putOff(Delivery delivery, Duration delay);

    /**
     * Says what became of the letter, and writes it to the audit where a person sent it, in one transaction.
     *
     * @return false when it was settled before, or somebody has taken it since it was read: what they say counts
     */
    boolean settle(Delivery delivery, Delivery.Settlement settlement);

    /**
     * Puts aside letters that have waited for {@code age} and that nobody takes or can read, at most {@code limit}.
     *
     * @return how many there were
     */
    int park(Duration age, int limit);

    /**
     * Forgets letters that were settled {@code age} ago, of sagas that ended {@code age} ago or never came, at most {@code limit}.
     * Those of unfinished sagas stay, however old, and so does what is in the audit. A letter that comes again afterwards is a new one.
     *
     * @return how many there were
     */
    int forget(Duration age, int limit);

    /** How many letters wait. */
    long countWaiting();
}
