package io.querent.testkit.explorer;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import java.time.Instant;
import java.util.List;

/** When an attempt may begin: R2 and R3. */
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
        BeginRules.checkNotPaused(change.before(), event.operation());
        if (operation.undo()) {
            UndoRules.check(change, operation);
        } else if (before.status() == OperationStatus.PLANNED) {
            BeginRules.checkStep(change, operation.step());
        }
        checkNotUndone(change, operation);
    }

    private static void checkNotUndone(Change change, Operation operation) {
        for (Operation undo :
                operation.undo() ? List.<Operation>of() : change.setting().undos(operation.step())) {
            RuleBroken.unless(
                    change.world().book(undo.index()).isUntouched(),
                    "%s is sent although %s was sent",
                    operation.name(),
                    undo.name());
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
}
