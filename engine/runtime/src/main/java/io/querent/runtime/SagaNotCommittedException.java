package io.querent.runtime;

import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;

/**
 * A saga that was started in a transaction of the caller's is asked for, and is not there: the transaction was not committed yet, or
 * was rolled back. To wait for it inside of that transaction would be to wait for ever.
 */
public final class SagaNotCommittedException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** The start of the saga of {@code key} is not committed. */
    public SagaNotCommittedException(SagaKey key) {
        super(
                "QRT-3303",
                "the saga was started in a transaction that is not committed; key=" + key
                        + "; ask for it after the commit; after a rollback there is no such saga");
    }
}
