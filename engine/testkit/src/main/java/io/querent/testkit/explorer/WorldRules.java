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
        PartRules.check(setting, world);
        if (world.hasEnded()) {
            EndRules.check(setting, world);
        }
    }

    private static void checkBooks(World world, Operation operation) {
        Book book = world.book(operation.index());
        int effects = book.effects();
        RuleBroken.unless(effects <= 1, "%s took effect %d times", operation.name(), effects);
        OperationState known = world.state.operation(operation.name());
        OperationStatus status = known.status();
        if (known.result().isPresent()) {
            RuleBroken.unless(effects == 1, "%s is %s and never took effect", operation.name(), status);
        } else if (status == OperationStatus.REJECTED) {
            // What the provider has taken back before anybody knew of it counts as refused.
            RuleBroken.unless(book.standing() == 0, "%s is %s and took effect", operation.name(), status);
        } else if (status == OperationStatus.BACKING_OFF || status == OperationStatus.PLANNED) {
            RuleBroken.unless(effects == 0, "%s is %s and took effect", operation.name(), status);
        } else if (status == OperationStatus.SKIPPED) {
            RuleBroken.unless(book.isUntouched(), "%s is SKIPPED and was sent", operation.name());
        }
    }

    /** R15: what has not ended has a call that somebody waits for, something due, or a review. */
    static void checkWakeUp(Setting setting, World world, List<Move> moves) {
        if (world.hasEnded()) {
            return;
        }
        SagaStatus status = SagaLifecycle.statusOf(setting.definition(), world.state);
        boolean withPeople = status == SagaStatus.IN_REVIEW || status == SagaStatus.PAUSED;
        RuleBroken.unless(
                !withPeople || !world.state.reviews().isEmpty(), "the saga waits for a person whom nobody has told");
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
        boolean asks = world.state.operations().values().stream().anyMatch(known -> isAskedAbout(setting, known));
        boolean due = !setting.core()
                .effects(setting.definition(), world.state, world.now)
                .isEmpty();
        boolean mayRest = withPeople && !asks;
        RuleBroken.unless(mayRest || inFlight || due, "the saga is %s and nothing will ever wake it up", status);
        boolean goesOn = moves.stream().anyMatch(move -> !move.mayStayAway());
        RuleBroken.unless(mayRest || goesOn, "the saga is %s and stuck: nothing more happens", status);
    }

    /** A paused saga goes on asking. */
    private static boolean isAskedAbout(Setting setting, OperationState known) {
        return known.status() == OperationStatus.PENDING
                || known.status() == OperationStatus.UNKNOWN
                        && setting.operation(known.name()).definition().queryable();
    }
}
