package io.querent.saga;

import java.time.Duration;

/**
 * Limits of one operation.
 *
 * @param retry budget of its attempts
 * @param queries budget of the questions about an unknown or pending outcome
 * @param timeLimit when the engine stops waiting for one attempt or one question
 */
public record OperationPolicy(RetryBudget retry, RetryBudget queries, Duration timeLimit) {
    /** A downstream's wish to be left alone is respected up to this. */
    public static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);
}
