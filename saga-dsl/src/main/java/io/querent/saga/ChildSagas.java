package io.querent.saga;

import java.util.function.Function;

/**
 * What a step that runs another saga needs of the engine: starts it, looks how it stands, has it compensated. All of it is idempotent by
 * the operation's key. Thread-safe.
 */
public interface ChildSagas {
    /**
     * Starts a saga for the operation, or finds the one that it started before.
     *
     * @return {@link Outcome.Pending} with the child's key; {@link Outcome.Rejected} when the key belongs to another
     */
    <C, R> Outcome<R> start(SagaDefinition<C> definition, C input, Call call);

    /**
     * How the child stands. Where its parent has turned back, a child that has not ended is made to turn back too.
     *
     * @param result makes the step's result of a child that has completed
     */
    <C, R> QueryResult<R> look(SagaDefinition<C> definition, C input, Call call, Function<SagaView<C>, R> result);

    /** Has a child that has completed compensated, once. */
    Outcome<Done> compensate(SagaKey child, Call call);

    /** How far the compensation of the child is. */
    QueryResult<Done> lookAtCompensation(SagaKey child, Call call);
}
