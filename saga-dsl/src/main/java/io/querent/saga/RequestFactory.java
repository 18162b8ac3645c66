package io.querent.saga;

/**
 * Builds an operation's request, once: the bytes are frozen with the first attempt.
 *
 * @param <I> type of the saga's input
 * @param <Q> type of the request
 */
@FunctionalInterface
public interface RequestFactory<I, Q> {
    /** The request, from the input and the results of earlier steps. */
    Q build(SagaView<I> saga);
}
