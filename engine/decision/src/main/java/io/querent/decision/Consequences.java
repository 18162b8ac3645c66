package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        OrderConsequences.forward(progress, at, events);
        if (!events.isEmpty()) {
            return;
        }
        for (StepDefinition<?> step : progress.steps()) {
            if (state.statusOf(step.name()) == REJECTED && !state.reviews().containsKey(step.name())) {
                refused(step);
            } else if (state.statusOf(step.name()) == PLANNED) {
                skip(step);
            }
            if (!events.isEmpty()) {
                return;
            }
        }
        definition
                .steps()
                .forEach(
                        step -> ItemConsequences.of(definition, state, step, at).ifPresent(events::add));
        if (progress.allOver() && !state.hasOperationReviews() && !OpenOrders.areAny(progress)) {
            events.add(
                    OpenOrders.haveUndoneAll(progress)
                            ? new SagaEvent.CompensationStarted(
                                    null, "all that it did was made good for, step by step", at)
                            : new SagaEvent.SagaCompleted(at));
        }
    }

    private void refused(StepDefinition<?> step) {
        OperationState operation = state.operation(step.name());
        String why = why(operation);
        if (isSaidToBeDone(operation)) {
            reviewContradiction(operation);
        } else if (SagaSteps.isItem(step)) {
            refusedItem(step, operation, why);
        } else if (step.retriable() || progress.pastPivot()) {
            review(step.name(), ReviewReason.RETRIABLE_REJECTED, why);
        } else {
            events.add(new SagaEvent.CompensationStarted(step.name(), why, at));
        }
    }

    /** Where refusals are collected the saga goes on, with nothing left behind. */
    private void refusedItem(StepDefinition<?> item, OperationState operation, String why) {
        String forEach = OperationKey.stepOf(item.name());
        boolean collected = Progress.forEachOf(definition, item)
                .filter(one -> one.limits().collect())
                .isPresent();
        if (item.retriable() || (progress.pastPivot() && !collected)) {
            review(item.name(), ReviewReason.RETRIABLE_REJECTED, why);
        } else if (collected && operation.stands()) {
            review(item.name(), ReviewReason.EFFECT_LEFT, why);
        } else if (!collected && state.statusOf(forEach) == AWAITING) {
            events.add(new SagaEvent.WaitRefused(forEach, "item-refused", item.name() + ": " + why, Via.ENGINE, at));
        } else if (!collected && state.statusOf(forEach) == OperationStatus.SUCCEEDED) {
            events.add(new SagaEvent.CompensationStarted(item.name(), why, at));
        }
    }

    private void skip(StepDefinition<?> step) {
        if (!SagaSteps.isItem(step) && progress.isAllOverBefore(step)) {
            progress.skipReason(step)
                    .ifPresent(reason -> events.add(new SagaEvent.StepSkipped(step.name(), reason, at)));
        }
    }

    private void backward() {
        for (StepDefinition<?> step : progress.steps()) {
            OperationStatus status = state.statusOf(step.name());
            if (status == BACKING_OFF || status == AWAITING || progress.isHeldUpByItself(step)) {
                String why = status == AWAITING ? "it waits for nothing any more" : "no attempt took effect";
                giveUp(step.name(), "turned-back", "the saga is being compensated and " + why);
            }
            OrderConsequences.ofParts(progress, step, at, events);
            Progress.undos(step)
                    .forEach(undo -> stopIfNeedless(progress, undo, at).ifPresent(events::add));
            reviewWhatCannotBeUndone(step);
            OperationState operation = state.operation(step.name());
            if (isSaidToBeDone(operation) && !state.reviews().containsKey(step.name())) {
                reviewContradiction(operation);
            }
        }
        boolean over = progress.allSettled() && !state.hasOperationReviews() && !anyPartOpen();
        if (events.isEmpty() && over) {
            events.add(progress.anyTookEffect() ? new SagaEvent.SagaCompensated(at) : new SagaEvent.SagaFailed(at));
        }
    }

    private boolean anyPartOpen() {
        return !state.orders().isEmpty()
                && progress.steps().stream()
                        .anyMatch(step -> progress.parts(step).anyOpen());
    }

    /** What may have been sent is asked about; without a way to ask it would be sent again. */
    static Optional<SagaEvent> stopIfNeedless(Progress progress, String undo, Instant at) {
        OperationStatus status = progress.state().statusOf(undo);
        boolean stops = (status == BACKING_OFF || status == UNKNOWN) && progress.isNeedless(undo);
        if (stops && status == BACKING_OFF) {
            return Optional.of(
                    new SagaEvent.OperationGivenUp(undo, "needless", "what it would undo does not stand any more", at));
        }
        return stops && !progress.queryable(undo)
                ? Optional.of(new SagaEvent.ReviewOpened(
                        undo,
                        ReviewReason.CANNOT_BE_PROVED,
                        "it may have been sent, and what it undoes does not stand any more",
                        at))
                : Optional.empty();
    }

    private void giveUp(String operation, String code, String why) {
        events.add(new SagaEvent.OperationGivenUp(operation, code, why, at));
    }

    private void reviewWhatCannotBeUndone(StepDefinition<?> step) {
        progress.undos(step).stream()
                .map(state::operation)
                .filter(undo -> isSaidToBeDone(undo) && !state.reviews().containsKey(undo.name()))
                .forEach(this::reviewContradiction);
        progress.undo(step)
                .filter(undo -> state.statusOf(undo) == REJECTED
                        && !isSaidToBeDone(state.operation(undo))
                        && !state.reviews().containsKey(undo)
                        && state.operation(step.name()).stands())
                .ifPresent(undo -> review(undo, ReviewReason.COMPENSATION_REJECTED, why(state.operation(undo))));
        boolean stands = state.operation(step.name()).stands()
                && step.compensation().isEmpty()
                && !step.needsNoUndo()
                && !SagaSteps.isForEach(step);
        if (stands && !state.reviews().containsKey(step.name())) {
            review(
                    step.name(),
                    ReviewReason.NO_COMPENSATION,
                    "the step succeeded and its definition does not say how to make good for it");
        }
    }

    static boolean isSaidToBeDone(OperationState operation) {
        return operation.status() == REJECTED
                && operation.result().isEmpty()
                && operation.attempts().reportedDone();
    }

    /** It may stand although it is said not to: neither turning back nor ending would be true. */
    private void reviewContradiction(OperationState operation) {
        events.add(contradiction(operation, at));
    }

    static SagaEvent contradiction(OperationState operation, Instant at) {
        return new SagaEvent.ReviewOpened(
                operation.name(),
                ReviewReason.CONTRADICTION,
                "late evidence says that it took effect, but it ended as " + why(operation),
                at);
    }

    private void review(String operation, ReviewReason reason, String detail) {
        events.add(new SagaEvent.ReviewOpened(operation, reason, detail, at));
    }

    static String why(OperationState operation) {
        if (operation.conclusion() instanceof Conclusion.Refused refused) {
            return refused.code() + ": " + refused.message();
        }
        if (operation.conclusion() instanceof Conclusion.Reversed reversed) {
            return "taken back, " + reversed.code() + ": " + reversed.message();
        }
        return operation.conclusion() instanceof Conclusion.Overtaken overtaken
                ? overtaken.code() + ": " + overtaken.message()
                : operation.status().name();
    }
}
