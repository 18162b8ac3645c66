package io.querent.decision;

import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;

import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What becomes of people's orders to make good for a step, or a part of one: withdrawn, stopped, or for a person to look at. Pure. */
final class OrderConsequences {
    private OrderConsequences() {}

    /** Adds what follows while the saga goes forward. */
    static void forward(Progress progress, Instant at, List<SagaEvent> events) {
        if (progress.state().orders().isEmpty()) {
            return;
        }
        for (StepDefinition<?> step : progress.steps()) {
            if (progress.state().orders().containsKey(step.name())) {
                withdraw(progress, step, at, events);
                Progress.undos(step).forEach(undo -> ofUndo(progress, undo, at, events));
                ofParts(progress, step, at, events);
            }
        }
    }

    /** Adds what follows for parts that are under way, whichever way the saga goes. */
    static void ofParts(Progress progress, StepDefinition<?> step, Instant at, List<SagaEvent> events) {
        for (String part : progress.parts(step).names()) {
            Consequences.stopIfNeedless(progress, part, at).ifPresent(events::add);
            reviewWhatIsSaidToBeDone(progress, part, at, events);
            if (isToBeLookedAt(progress, step, part)) {
                events.add(rejected(progress, part, at));
            }
        }
        if (!progress.state().operation(step.name()).stands()) {
            progress.parts(step)
                    .planned()
                    .forEach(part -> events.add(
                            new SagaEvent.UndoWithdrawn(part, "what it would undo does not stand any more", at)));
        }
    }

    /**
     * An order that was not begun is taken back when what was true when it was given is true no more: what stands now was decided by
     * somebody who did not know of it.
     */
    private static void withdraw(Progress progress, StepDefinition<?> step, Instant at, List<SagaEvent> events) {
        Optional<String> before = progress.unsettledBefore(step);
        boolean stands = progress.state().operation(step.name()).stands();
        if (stands && before.isEmpty()) {
            return;
        }
        String why = stands
                ? "step " + before.orElse("") + " has to be made good for before"
                : "what it would undo does not stand any more";
        if (progress.ordersOf(step).whole() && !isBegun(progress, step)) {
            progress.undo(step).ifPresent(undo -> events.add(new SagaEvent.UndoWithdrawn(undo, why, at)));
        }
        if (stands) {
            progress.parts(step).planned().forEach(part -> events.add(new SagaEvent.UndoWithdrawn(part, why, at)));
        }
    }

    private static void ofUndo(Progress progress, String undo, Instant at, List<SagaEvent> events) {
        Consequences.stopIfNeedless(progress, undo, at).ifPresent(events::add);
        reviewWhatIsSaidToBeDone(progress, undo, at, events);
        boolean isTurn = progress.definition()
                .stepOf(undo)
                .filter(step -> progress.ordersOf(step).whole()
                        && progress.state().operation(step.name()).stands()
                        && progress.undo(step).filter(undo::equals).isPresent())
                .isPresent();
        if (isTurn && isRefused(progress, undo)) {
            events.add(rejected(progress, undo, at));
        }
    }

    private static void reviewWhatIsSaidToBeDone(Progress progress, String undo, Instant at, List<SagaEvent> events) {
        OperationState known = progress.state().operation(undo);
        if (Consequences.isSaidToBeDone(known) && !progress.state().reviews().containsKey(undo)) {
            events.add(Consequences.contradiction(known, at));
        }
    }

    /** Of a saga that turns back the rest is undone anyway, unless nobody knows how much that is. */
    private static boolean isToBeLookedAt(Progress progress, StepDefinition<?> step, String part) {
        boolean wanted = !progress.ordersOf(step).withdrawn().contains(part)
                && progress.state().operation(step.name()).stands()
                && !progress.isNeedless(part);
        boolean matters =
                !progress.state().compensating() || progress.parts(step).isRefusedWithEffect(part);
        return wanted && matters && isRefused(progress, part);
    }

    private static boolean isRefused(Progress progress, String undo) {
        SagaState state = progress.state();
        return state.statusOf(undo) == REJECTED
                && !Consequences.isSaidToBeDone(state.operation(undo))
                && !state.reviews().containsKey(undo);
    }

    private static SagaEvent rejected(Progress progress, String undo, Instant at) {
        return new SagaEvent.ReviewOpened(
                undo,
                ReviewReason.COMPENSATION_REJECTED,
                Consequences.why(progress.state().operation(undo)),
                at);
    }

    private static boolean isBegun(Progress progress, StepDefinition<?> step) {
        return Progress.undos(step).stream().anyMatch(undo -> progress.state().statusOf(undo) != PLANNED);
    }
}
