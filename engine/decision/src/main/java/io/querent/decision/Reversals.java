package io.querent.decision;

import io.querent.saga.AfterReversal;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What it means that a provider takes back an effect that had been final: nothing of it stands, so it needs no undo any more; and what
 * else the saga did is made good for where its definition says so, by a person's decision otherwise. Pure.
 */
final class Reversals {
    private Reversals() {}

    /** Whether the answer is about an effect that is recorded as final and has not been taken back yet. */
    static boolean concerns(OperationState known, QueryAnswer answer) {
        return answer instanceof QueryAnswer.Reversed
                && known.result().isPresent()
                && !(known.conclusion() instanceof Conclusion.Reversed);
    }

    static List<SagaEvent> of(
            SagaDefinition<?> definition,
            SagaState state,
            OperationState known,
            QueryAnswer.Reversed reversed,
            Instant at) {
        List<SagaEvent> events = new ArrayList<>();
        events.add(new SagaEvent.EffectReversed(known.name(), reversed.code(), reversed.message(), at));
        if (isMadeGoodToo(definition, state, known)) {
            events.add(review(known, twice(definition, known), at));
        } else if (!state.compensating()) {
            events.add(
                    turnsBack(definition, state, known)
                            ? new SagaEvent.CompensationStarted(
                                    known.name(), "taken back, " + reversed.code() + ": " + reversed.message(), at)
                            : review(known, "the provider has taken it back: " + reversed.code(), at));
        }
        return events;
    }

    /** What nobody had known to have happened did happen, and is no more: the step is refused, and those after it may have run before. */
    static List<SagaEvent> ofUnsettled(OperationState known, QueryAnswer.Reversed reversed, Via via, Instant at) {
        return List.of(
                new SagaEvent.OperationRejected(
                        known.name(), known.attempts().started(), reversed.code(), reversed.message(), via, at),
                new SagaEvent.EffectReversed(known.name(), reversed.code(), reversed.message(), at));
    }

    private static String twice(SagaDefinition<?> definition, OperationState known) {
        return definition.step(known.name()).isEmpty()
                ? "the provider has taken this compensation back: what it made good for stands again"
                : "the provider has taken it back, and it was or is being made good for too: the money may have gone back"
                        + " twice";
    }

    /** The money may have gone back twice. */
    private static boolean isMadeGoodToo(SagaDefinition<?> definition, SagaState state, OperationState known) {
        boolean undone = definition
                .step(known.name())
                .flatMap(StepDefinition::compensation)
                .filter(undo -> undo.operations().stream().anyMatch(one -> mayHaveWorked(state.operation(one.name()))))
                .isPresent();
        boolean inPart = PartsOfEffect.of(state, known.name()).names().stream()
                .anyMatch(part -> mayHaveWorked(state.operation(part)));
        return undone
                || inPart
                || known.isMadeGood()
                || definition.step(known.name()).isEmpty();
    }

    private static boolean mayHaveWorked(OperationState undo) {
        return switch (undo.status()) {
            case PLANNED, BACKING_OFF -> false;
            case REJECTED -> undo.result().isPresent();
            default -> true;
        };
    }

    private static boolean turnsBack(SagaDefinition<?> definition, SagaState state, OperationState known) {
        return definition
                        .step(known.name())
                        .filter(step -> step.afterReversal() == AfterReversal.TURN_BACK)
                        .isPresent()
                && !new Progress(definition, state).pastPivot();
    }

    private static SagaEvent review(OperationState known, String detail, Instant at) {
        return new SagaEvent.ReviewOpened(known.name(), ReviewReason.REVERSED, detail, at);
    }
}
