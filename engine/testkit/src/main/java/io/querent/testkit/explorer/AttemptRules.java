package io.querent.testkit.explorer;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** When an attempt may begin: R2, R3, R6 and R7. */
final class AttemptRules {
    private AttemptRules() {}

    static void check(Change change, SagaEvent.AttemptStarted event) {
        Operation operation = change.setting().operation(event.operation());
        OperationState before = change.before().operation(event.operation());
        RuleBroken.unless(
                event.attempt() == before.attempts().started() + 1,
                "attempt %d of %s follows attempt %d",
                event.attempt(),
                event.operation(),
                before.attempts().started());
        checkStatus(operation, before, event);
        checkProtection(operation, before, event);
        if (operation.undo()) {
            checkUndo(change, operation);
        } else {
            RuleBroken.unless(
                    !change.before().compensating() || before.status() != OperationStatus.PLANNED,
                    "%s is begun although the saga has turned back",
                    event.operation());
        }
    }

    private static void checkStatus(Operation operation, OperationState before, SagaEvent.AttemptStarted event) {
        OperationStatus status = before.status();
        if (status == OperationStatus.UNKNOWN) {
            if (before.waiting().resend()) {
                // A person decided so: what protects is the key.
                return;
            }
            RuleBroken.unless(
                    !operation.definition().queryable(), "%s is sent again instead of asked", event.operation());
            Instant absentFrom = before.waiting().absentFrom();
            RuleBroken.unless(
                    absentFrom != null && !event.at().isBefore(absentFrom),
                    "%s is sent again before an earlier request has come to rest",
                    event.operation());
        } else {
            RuleBroken.unless(
                    status == OperationStatus.PLANNED || status == OperationStatus.BACKING_OFF,
                    "%s is sent while %s",
                    event.operation(),
                    status);
        }
    }

    /** Where an earlier attempt may have run, the key has to be known when this one could last arrive. */
    private static void checkProtection(Operation operation, OperationState before, SagaEvent.AttemptStarted event) {
        if (before.attempts().uncertain() == 0) {
            return;
        }
        Instant first = before.attempts().firstSentAt();
        Instant lastArrival = event.deadline().plus(operation.window());
        RuleBroken.unless(
                operation.honoursKeys() && first != null && lastArrival.isBefore(first.plus(operation.retention())),
                "%s is sent again without a key that protects",
                event.operation());
    }

    private static void checkUndo(Change change, Operation undo) {
        SagaState before = change.before();
        String action = undo.step().name();
        RuleBroken.unless(before.compensating(), "%s is sent although the saga goes forward", undo.name());
        RuleBroken.unless(
                before.operation(action).stands(),
                "%s is sent although %s is %s",
                undo.name(),
                action,
                before.statusOf(action));
        RuleBroken.unless(
                change.world().book(change.setting().action(undo).index()).effects() == 1,
                "%s is sent although %s never took effect",
                undo.name(),
                action);
        checkOrder(change, undo.step(), undo.name(), new HashSet<>());
    }

    /** A step without a compensation of its own stands for those that its effect depends on. */
    private static void checkOrder(Change change, StepDefinition<?> step, String undo, Set<String> seen) {
        for (String name : change.setting().definition().undoAfter(step.name())) {
            StepDefinition<?> other = change.setting().operation(name).step();
            RuleBroken.unless(
                    nothingStands(change, other),
                    "%s is sent before what it has to follow: %s is %s",
                    undo,
                    name,
                    change.before().statusOf(name));
            if (!change.setting().hasUndo(other) && seen.add(name)) {
                checkOrder(change, other, undo, seen);
            }
        }
    }

    private static boolean nothingStands(Change change, StepDefinition<?> step) {
        SagaState state = change.before();
        return switch (state.statusOf(step.name())) {
            case PLANNED -> true;
            case REJECTED, SUCCEEDED ->
                !state.operation(step.name()).stands()
                        || (change.setting().hasUndo(step)
                                ? state.statusOf(change.setting().undo(step).name()) == OperationStatus.SUCCEEDED
                                : step.needsNoUndo());
            default -> false;
        };
    }
}
