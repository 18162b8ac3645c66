package io.querent.saga;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The plainest definitions that build, for tests to spoil in one place each. */
final class Sketches {
    static final Downstream BANK = Downstream.named("bank")
            .honoursOperationKey(Duration.ofHours(24))
            .visibleWithin(Duration.ofMinutes(10))
            .build();

    private Sketches() {}

    /** A saga {@code pay} whose input is its business key. */
    static SagaBuilder<String> pay() {
        return Saga.define("pay", String.class).businessKey(input -> input);
    }

    /** A description of a step that builds, changed by {@code place}; it needs no undo. */
    static Function<StepBuilder<String, String>, OperationBuilder<String, ?, String>> stays(
            UnaryOperator<StepBuilder<String, String>> place) {
        return step -> act(place.apply(step.downstream(BANK))).needsNoUndo("a test's money");
    }

    /** A description of a step that builds, changed by {@code place}, with a compensation changed by {@code undoPlace}. */
    static Function<StepBuilder<String, String>, OperationBuilder<String, ?, String>> undone(
            UnaryOperator<StepBuilder<String, String>> place,
            UnaryOperator<CompensationBuilder<String, String, Done>> undoPlace) {
        return step ->
                act(place.apply(step.downstream(BANK))).compensate(Done.class, undo -> undo(undoPlace.apply(undo)));
    }

    /** Request, call, query and match of a step. */
    static OperationBuilder<String, String, String> act(StepBuilder<String, String> step) {
        return step.request(String.class, SagaView::input)
                .call((call, request) -> Outcome.succeeded(request))
                .query((call, request) -> QueryResult.notFound())
                .matches(String::equals);
    }

    /** Request, call, query and match of a compensation. */
    static CompensationBuilder.Described<String, String, String, Done> undo(
            CompensationBuilder<String, String, Done> undo) {
        return undo.request(String.class, (saga, original) -> original)
                .call((call, request) -> Outcome.done())
                .query((call, request) -> QueryResult.notFound())
                .matchesByKeyAlone("the key is the payment's own number");
    }
}
