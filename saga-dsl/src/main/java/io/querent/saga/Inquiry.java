package io.querent.saga;

/**
 * How to find out what became of an operation.
 *
 * @param query asks
 * @param matches tells whether what was found is what was asked for
 * @param <Q> type of the request
 * @param <R> type of the result
 */
public record Inquiry<Q, R>(Query<Q, R> query, Matches<Q, R> matches) {}
