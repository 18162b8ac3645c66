package io.querent.saga;

/**
 * Performs an operation once. Whatever it throws is an unknown outcome unless it proves that nothing was sent.
 *
 * @param <Q> type of the request
 * @param <R> type of the result
 */
@FunctionalInterface
public interface Action<Q, R> {
    /** Sends {@code request} under {@link Call#downstreamKey()} and says what is known of it. */
    Outcome<R> perform(Call call, Q request) throws Exception;
}
