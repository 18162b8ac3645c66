package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;

/** How the events of one operation change it. Every change of status goes through {@link OperationLifecycle}. Pure. */
final class OperationEvolution {
    private OperationEvolution() {}

    static OperationState evolve(OperationState operation, SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.AttemptStarted started) {
            return start(operation, started);
        } else if (event instanceof SagaEvent.PriorSendSuspected suspected) {
            return suspect(operation, suspected);
        } else if (event instanceof SagaEvent.OperationSucceeded succeeded) {
            return operation.conclude(
                    OperationLifecycle.move(operation, event, SUCCEEDED), new Conclusion.Result(succeeded.result()));
        } else if (event instanceof SagaEvent.OperationRejected rejected) {
            return operation.conclude(
                    OperationLifecycle.move(operation, event, REJECTED),
                    new Conclusion.Refused(rejected.code(), rejected.message()));
        } else if (event instanceof SagaEvent.OperationGivenUp givenUp) {
            return operation.conclude(
                    OperationLifecycle.move(operation, event, REJECTED),
                    new Conclusion.Refused(givenUp.code(), givenUp.message()));
        }
        return wait(operation, event);
    }

    private static OperationState start(OperationState operation, SagaEvent.AttemptStarted event) {
        Attempts attempts = operation.attempts().begin(event.attempt(), event.at(), event.deadline());
        return operation
                .freeze(event.request())
                .with(
                        OperationLifecycle.move(operation, event, IN_FLIGHT),
                        attempts,
                        operation.waiting().forAnswer());
    }

    private static OperationState suspect(OperationState operation, SagaEvent.PriorSendSuspected event) {
        return operation
                .freeze(event.request())
                .with(
                        OperationLifecycle.move(operation, event, UNKNOWN),
                        Attempts.forgotten(event.at()),
                        Waiting.NOTHING.unknown(event.queryAt(), event.absentFrom(), event.at()));
    }

    private static OperationState wait(OperationState operation, SagaEvent.OperationEvent event) {
        Attempts attempts = operation.attempts();
        Waiting waiting = operation.waiting();
        if (event instanceof SagaEvent.AttemptNotExecuted notExecuted) {
            OperationStatus next = waiting.unresolved() ? UNKNOWN : BACKING_OFF;
            return operation.with(
                    OperationLifecycle.move(operation, event, next),
                    attempts.unsent(),
                    waiting.until(notExecuted.retryAt()));
        } else if (event instanceof SagaEvent.OutcomeUnknown unknown) {
            return operation.with(
                    OperationLifecycle.move(operation, event, UNKNOWN),
                    attempts.mayHaveRun(),
                    waiting.unknown(unknown.queryAt(), unknown.absentFrom(), unknown.at()));
        } else if (event instanceof SagaEvent.OperationPending pending) {
            int asked = waiting.queries() + (pending.via() == Via.QUERY ? 1 : 0);
            return operation.with(
                    OperationLifecycle.move(operation, event, PENDING),
                    attempts,
                    waiting.pending(pending.reference(), pending.queryAt(), asked, pending.at()));
        } else if (event instanceof SagaEvent.QueryInconclusive inconclusive) {
            return operation.with(
                    OperationLifecycle.move(operation, event, operation.status()),
                    attempts,
                    waiting.asked(inconclusive.query(), inconclusive.queryAt()));
        } else if (event instanceof SagaEvent.AbsenceEstablished absence) {
            return operation.with(
                    OperationLifecycle.move(operation, event, BACKING_OFF),
                    attempts,
                    Waiting.NOTHING.until(absence.retryAt()));
        }
        throw new IllegalStateException("no evolution for " + event.getClass().getSimpleName());
    }
}
