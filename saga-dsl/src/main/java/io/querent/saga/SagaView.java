package io.querent.saga;

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
}
