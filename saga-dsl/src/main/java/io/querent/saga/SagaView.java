package io.querent.saga;

import java.util.Optional;

/**
 * What a step may know when it builds its request: the saga's input and the results of the steps it follows.
 *
 * @param <I> type of the saga's input
 */
public interface SagaView<I> {
    /** The input the saga was started with. */
    I input();

    /** The saga's identity. */
    SagaKey key();

    /**
     * Result of a step that this one follows, directly or through others.
     *
     * @throws IllegalStateException when that step has not succeeded, which cannot be if the step declares {@code after} it
     */
    <R> R result(StepHandle<R> step);

    /** Result of a step that this one follows, if it was not skipped and has succeeded. */
    <R> Optional<R> resultIfAny(StepHandle<R> step);

    /**
     * What came of the items of a for-each step that this one follows.
     *
     * @throws IllegalStateException when that step is not over
     */
    <R> ItemResults<R> results(ItemsHandle<R> step);

    /**
     * Result of an operation by its name within the saga.
     *
     * @throws IllegalStateException when it has none
     */
    <R> R resultOf(String operation, Class<R> type);

    /**
     * The item that an operation of a for-each step is for.
     *
     * @throws IllegalStateException when it is for none
     */
    <T> T itemOf(String operation, Class<T> type);

    /**
     * How much an operation makes good for, where that is less than the whole effect: it is a part, or parts were made good for before
     * it.
     *
     * @return empty where it makes good for the whole
     */
    default Optional<Amount> amountOf(String operation) {
        return Optional.empty();
    }

    /**
     * The frozen request of an operation by its name within the saga.
     *
     * @throws IllegalStateException when it was never built
     */
    <Q> Q requestOf(String operation, Class<Q> type);
}
