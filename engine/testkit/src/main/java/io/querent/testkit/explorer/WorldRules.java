package io.querent.testkit.explorer;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaLifecycle;
import io.querent.decision.SagaStatus;
import java.util.List;

/** Rules that hold in every world: the downstreams' own books decide what is true. */
final class WorldRules {
    private WorldRules() {}

    static void check(Setting setting, World world) {
        for (Operation operation : setting.operations()) {
            checkBooks(world, operation);
        }
        if (world.hasEnded()) {
            checkEnd(setting, world);
        }
    }

    private static void checkBooks(World world, Operation operation) {
        int effects = world.book(operation.index()).effects();
        RuleBroken.unless(effects <= 1, "%s took effect %d times", operation.name(), effects);
        OperationState known = world.state.operation(operation.name());
        OperationStatus status = known.status();
        if (known.result().isPresent()) {
            RuleBroken.unless(effects == 1, "%s is %s and never took effect", operation.name(), status);
        } else if (status == OperationStatus.REJECTED
                || status == OperationStatus.BACKING_OFF
                || status == OperationStatus.PLANNED) {
            RuleBroken.unless(effects == 0, "%s is %s and took effect", operation.name(), status);
        }
    }

    private static void checkEnd(Setting setting, World world) {
        SagaStatus end = world.state.end();
        for (Operation operation : setting.operations()) {
            int effects = world.book(operation.index()).effects();
            if (end == SagaStatus.COMPLETED) {
                RuleBroken.unless(
                        effects == (operation.undo() ? 0 : 1),
                        "the saga is COMPLETED and %s took effect %d times",
                        operation.name(),
                        effects);
            } else if (end == SagaStatus.FAILED) {
                RuleBroken.unless(effects == 0, "the saga is FAILED and %s took effect", operation.name());
            } else if (end == SagaStatus.COMPENSATED && !operation.undo()) {
                checkUndone(setting, world, operation, effects);
            }
        }
    }

    private static void checkUndone(Setting setting, World world, Operation action, int effects) {
        OperationState known = world.state.operation(action.name());
        if (known.result().isPresent() && !known.stands()) {
            // A person has made good for it outside the engine.
            return;
        }
        if (setting.hasUndo(action.step())) {
            Operation undo = setting.undo(action.step());
            int undone = world.book(undo.index()).effects();
            RuleBroken.unless(
                    undone == effects,
                    "the saga is COMPENSATED and %s took effect %d times, %s %d times",
                    action.name(),
                    effects,
                    undo.name(),
                    undone);
        } else {
            RuleBroken.unless(
                    effects == 0 || action.step().needsNoUndo(),
                    "the saga is COMPENSATED and %s stands",
                    action.name());
        }
    }

    /** R15: what has not ended has a call that somebody waits for, something due, or a review. */
    static void checkWakeUp(Setting setting, World world, List<Move> moves) {
        if (world.hasEnded()) {
            return;
        }
        SagaStatus status = SagaLifecycle.statusOf(setting.definition(), world.state);
        boolean inReview = status == SagaStatus.IN_REVIEW;
        RuleBroken.unless(
                !inReview || !world.state.reviews().isEmpty(), "the saga waits for a person whom nobody has told");
        Party owner = world.owner;
        if (owner == null) {
            return;
        }
        boolean inFlight = false;
        for (OperationState operation : world.state.operations().values()) {
            if (operation.status() == OperationStatus.IN_FLIGHT) {
                inFlight = true;
                RuleBroken.unless(
                        owner.isBusyWith(setting.operation(operation.name()).index()),
                        "%s is in flight and nobody waits for it",
                        operation.name());
            }
        }
        boolean due = !setting.core()
                .effects(setting.definition(), world.state, world.now)
                .isEmpty();
        RuleBroken.unless(inReview || inFlight || due, "the saga is %s and nothing will ever wake it up", status);
        boolean goesOn = moves.stream().anyMatch(move -> !move.mayStayAway());
        RuleBroken.unless(inReview || goesOn, "the saga is %s and stuck: nothing more happens", status);
    }
}
