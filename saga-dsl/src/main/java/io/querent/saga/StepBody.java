package io.querent.saga;

/**
 * What a step does: performs an operation, or something that the engine decides by itself and that has no effect outside.
 *
 * @param <I> type of the saga's input
 */
public sealed interface StepBody<I> permits OperationDefinition, ChoiceDefinition, WaitDefinition, ForEachDefinition {}
