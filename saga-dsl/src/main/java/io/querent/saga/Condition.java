package io.querent.saga;

import java.util.function.Predicate;

/**
 * When a step is run; it is skipped otherwise. Weighed once, when the step would start.
 *
 * @param description what people read in the history of a skipped step, as in {@code amount is over 10,000}
 * @param test weighs it
 * @param <I> type of the saga's input
 */
public record Condition<I>(String description, Predicate<SagaView<I>> test) {}
