package io.querent.runtime.journal;

import io.querent.decision.ReviewReason;
import io.querent.saga.OperationKey;
import java.time.Instant;

/** What an append makes of a saga's open reviews, for the queue that people work on. */
public sealed interface ReviewChange {
    /** Name of the operation within its saga. */
    String operation();

    /**
     * A person has to decide.
     *
     * @param revision number of the event that opened it
     */
    record Opened(String operation, OperationKey key, ReviewReason reason, String detail, long revision, Instant at)
            implements ReviewChange {}

    /** Nobody has to decide any more. */
    record Closed(String operation, Instant at) implements ReviewChange {}
}
