package io.querent.saga;

/**
 * Asks a downstream what became of an operation. It must not change anything; whatever it throws is
 * {@link QueryResult.Unavailable}, or {@link QueryResult.NotAsked} where it proves that nothing was sent.
 *
 * @param <Q> type of the request
 * @param <R> type of the result
 */
@FunctionalInterface
public interface Query<Q, R> {
    /** Asks under {@link Call#downstreamKey()}. */
    QueryResult<R> ask(Call call, Q request) throws Exception;
}
