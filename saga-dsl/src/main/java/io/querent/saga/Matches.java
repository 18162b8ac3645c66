package io.querent.saga;

/**
 * Tells whether what a query found is what was asked for: amount, currency, counterparty. A find that does not match goes to
 * review, because somebody else's money may be behind it.
 *
 * @param <Q> type of the request
 * @param <R> type of the result
 */
@FunctionalInterface
public interface Matches<Q, R> {
    /** Whether {@code found} is the effect of {@code request}. */
    boolean test(Q request, R found);
}
