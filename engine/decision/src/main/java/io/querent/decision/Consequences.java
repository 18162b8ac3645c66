package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.REJECTED;

import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a state makes necessary at once: turning back, giving up, opening a review, ending. Pure. */
final class Consequences {
    private final SagaDefinition<?> definition;
    private final SagaState state;
    private final Progress progress;
    private final Instant at;
    private final List<SagaEvent> events = new ArrayList<>();

    private Consequences(SagaDefinition<?> definition, SagaState state, Instant at) {
        this.definition = definition;
        this.state = state;
        this.progress = new Progress(definition, state);
        this.at = at;
    }

    /** The events that must follow now; empty when nothing must. */
    static List<SagaEvent> of(SagaDefinition<?> definition, SagaState state, Instant at) {
        if (state.end() != null) {
            return List.of();
        }
        List<SagaEvent> told = CallbackDecisions.ofWhatWasHeard(definition, state, at);
        if (!told.isEmpty()) {
            return told;
        }
        Consequences consequences = new Consequences(definition, state, at);
        if (state.compensating()) {
            consequences.backward();
        } else {
            consequences.forward();
        }
        return consequences.events;
    }

    private void forward() {
        for (StepDefinition<?> step : definition.steps()) {
            OperationState operation = state.operation(step.name());
            if (operation.status() != REJECTED || state.reviews().containsKey(step.name())) {
                continue;
            }
            String why = why(operation);
            if (isSaidToBeDone(operation)) {
                reviewContradiction(operation);
            } else if (step.retriable() || progress.pastPivot()) {
                review(step.name(), ReviewReason.RETRIABLE_REJECTED, why);
            } else {
                events.add(new SagaEvent.CompensationStarted(step.name(), why, at));
                return;
            }
        }
        if (progress.allSucceeded() && state.reviews().isEmpty()) {
            events.add(new SagaEvent.SagaCompleted(at));
        }
    }

    private void backward() {
        for (StepDefinition<?> step : definition.steps()) {
            if (state.statusOf(step.name()) == BACKING_OFF) {
                events.add(new SagaEvent.OperationGivenUp(
                        step.name(), "turned-back", "the saga is being compensated and no attempt took effect", at));
            }
            reviewWhatCannotBeUndone(step);
            OperationState operation = state.operation(step.name());
            if (isSaidToBeDone(operation) && !state.reviews().containsKey(step.name())) {
                reviewContradiction(operation);
            }
        }
        if (events.isEmpty() && progress.allSettled() && state.reviews().isEmpty()) {
            events.add(progress.anyTookEffect() ? new SagaEvent.SagaCompensated(at) : new SagaEvent.SagaFailed(at));
        }
    }

    private void reviewWhatCannotBeUndone(StepDefinition<?> step) {
        String undo = Progress.undo(step);
        if (state.statusOf(undo) == REJECTED && !state.reviews().containsKey(undo)) {
            review(undo, ReviewReason.COMPENSATION_REJECTED, why(state.operation(undo)));
        }
        boolean stands =
                state.operation(step.name()).stands() && step.compensation().isEmpty() && !step.needsNoUndo();
        if (stands && !state.reviews().containsKey(step.name())) {
            review(
                    step.name(),
                    ReviewReason.NO_COMPENSATION,
                    "the step succeeded and its definition does not say how to make good for it");
        }
    }

    private static boolean isSaidToBeDone(OperationState operation) {
        return operation.status() == REJECTED
                && operation.result().isEmpty()
                && operation.attempts().reportedDone();
    }

    /** It may stand although it is said not to: neither turning back nor ending would be true. */
    private void reviewContradiction(OperationState operation) {
        review(
                operation.name(),
                ReviewReason.CONTRADICTION,
                "late evidence says that it took effect, but it ended as " + why(operation));
    }

    private void review(String operation, ReviewReason reason, String detail) {
        events.add(new SagaEvent.ReviewOpened(operation, reason, detail, at));
    }

    private static String why(OperationState operation) {
        return operation.conclusion() instanceof Conclusion.Refused refused
                ? refused.code() + ": " + refused.message()
                : operation.status().name();
    }
}
