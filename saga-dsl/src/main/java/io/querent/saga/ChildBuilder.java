package io.querent.saga;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Describes a step that runs another saga. The child has its own key, from its own input, and its own history; the step is pending until
 * it has ended, succeeds with what {@link #result} makes of it, and is refused when it was compensated or has failed. When the parent
 * turns back, a child that has completed is compensated. Not thread-safe.
 *
 * @param <I> type of the parent's input
 * @param <C> type of the child's input
 * @param <R> type of the step's result
 */
public final class ChildBuilder<I, C, R> extends PlaceBuilder<I, ChildBuilder<I, C, R>> {
    /** A child may run for long; it tells its parent when it ends, so the parent need not ask often. */
    private static final RetryBudget PATIENT =
            new RetryBudget(1_000, Duration.ofDays(366), Duration.ofSeconds(2), Duration.ofHours(12));

    /** One profile for all: the engine keeps keys for as long as it keeps sagas, and sees at once what it has stored. */
    private static final Downstream SAGAS = Downstream.named("querent-sagas")
            .honoursOperationKey(Duration.ofDays(36_500), Duration.ofDays(1))
            .visibleWithin(Duration.ofSeconds(30))
            .concurrency(256)
            .build();

    private final StepHandle<R> handle;
    private final SagaDefinition<C> child;
    private final RequestFactory<I, C> input;

    ChildBuilder(String saga, StepHandle<R> handle, SagaDefinition<C> child, RequestFactory<I, C> input) {
        super(new StepSketch<>(saga, handle.name(), handle.resultType()));
        this.handle = handle;
        this.child = child;
        this.input = input;
        sketch.downstream = SAGAS;
    }

    @Override
    ChildBuilder<I, C, R> self() {
        return this;
    }

    /** The child never ends refused: needed after the pivot. Say why. */
    public ChildBuilder<I, C, R> retriable(String reason) {
        sketch.requireText("retriable", reason);
        sketch.retriable = true;
        return this;
    }

    /** What the step's result is, from the child's input and the results of its steps, once it has completed. */
    public Described<I> result(Function<SagaView<C>, R> result) {
        sketch.compensation = new CompensationDefinition<>(undo(), List.of(), null);
        OperationSketch<I, C, R> operation =
                new OperationSketch<>(sketch.saga, sketch.name, handle.resultType(), RetryBudget.COMPENSATION);
        operation.request(child.inputType(), (saga, name) -> input.build(saga));
        operation.perform(
                OperationKind.CHILD_SAGA, (call, request) -> call.children().start(child, request, call));
        operation.query((call, request) -> call.children().look(child, request, call, result));
        operation.matches((request, found) -> true);
        return new Described<>(sketch.define(defined(operation)));
    }

    private OperationDefinition<I, ChildUndo, Done> undo() {
        OperationSketch<I, ChildUndo, Done> operation = new OperationSketch<>(
                sketch.saga, OperationKey.compensationOf(sketch.name), Done.class, RetryBudget.COMPENSATION);
        operation.request(
                ChildUndo.class,
                (saga, name) ->
                        new ChildUndo(child.keyOf(saga.requestOf(OperationKey.actionOf(name), child.inputType()))
                                .toString()));
        operation.perform(
                OperationKind.CHILD_SAGA,
                (call, request) -> call.children().compensate(SagaKey.parse(request.saga()), call));
        operation.query((call, request) -> call.children().lookAtCompensation(SagaKey.parse(request.saga()), call));
        operation.matches((request, found) -> true);
        return defined(operation);
    }

    private <Q, T> OperationDefinition<I, Q, T> defined(OperationSketch<I, Q, T> operation) {
        operation.child(child);
        operation.downstream(SAGAS);
        operation.queries(budget -> PATIENT);
        return operation.define();
    }
}
