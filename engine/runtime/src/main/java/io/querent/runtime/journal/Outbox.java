package io.querent.runtime.journal;

import io.querent.decision.Authority;
import io.querent.outbox.MessageStore;
import io.querent.saga.OperationKey;

/**
 * Where sagas' messages wait until a broker has acknowledged them. They come here with the event that tells of them, in one commit; the id
 * of each is its operation's key. Thread-safe.
 *
 * <p>Methods throw {@link JournalUnavailableException} when the database cannot be reached; what was to be written may have been then.
 */
public interface Outbox extends MessageStore {
    /**
     * Has a parked message sent again, with a new budget. Audited in the same transaction. The revision of {@code authority}, if one was
     * seen, is the number of tries.
     *
     * @return false when it is not parked, has moved, or the request was made before: nothing is changed then
     */
    boolean redrive(OperationKey message, Authority authority);

    /**
     * Has a parked message never sent, so that those behind it go on. Audited in the same transaction.
     *
     * @return false when it is not parked, has moved, or the request was made before: nothing is changed then
     */
    boolean leaveOut(OperationKey message, Authority authority);
}
