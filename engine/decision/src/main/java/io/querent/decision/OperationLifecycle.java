package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SKIPPED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The one table of what may become of an operation. {@link Evolution} refuses every transition that is not in it; the picture
 * in the documentation is drawn from it; a test fails when a row of it was never taken.
 */
public final class OperationLifecycle {
    private static final Set<Transition> TRANSITIONS = new LinkedHashSet<>();

    static {
        on(SagaEvent.AttemptStarted.class, IN_FLIGHT, PLANNED, BACKING_OFF, UNKNOWN);
        on(SagaEvent.PriorSendSuspected.class, UNKNOWN, PLANNED);
        on(
                SagaEvent.OperationSucceeded.class,
                SUCCEEDED,
                IN_FLIGHT,
                BACKING_OFF,
                UNKNOWN,
                PENDING,
                IN_REVIEW,
                REJECTED);
        on(
                SagaEvent.OperationRejected.class,
                REJECTED,
                IN_FLIGHT,
                BACKING_OFF,
                UNKNOWN,
                PENDING,
                IN_REVIEW,
                SUCCEEDED,
                REJECTED);
        on(SagaEvent.OperationRefusedWithEffect.class, REJECTED, IN_FLIGHT, BACKING_OFF, UNKNOWN, PENDING, IN_REVIEW);
        on(SagaEvent.EffectReversed.class, SUCCEEDED, SUCCEEDED);
        on(SagaEvent.EffectReversed.class, REJECTED, REJECTED);
        on(SagaEvent.StepSkipped.class, SKIPPED, PLANNED);
        on(SagaEvent.BranchChosen.class, SUCCEEDED, PLANNED);
        on(SagaEvent.MessagePublished.class, SUCCEEDED, PLANNED);
        on(SagaEvent.WaitStarted.class, AWAITING, PLANNED);
        on(SagaEvent.ItemsListed.class, AWAITING, PLANNED);
        on(SagaEvent.WaitEscalated.class, AWAITING, AWAITING);
        on(SagaEvent.WaitEnded.class, SUCCEEDED, AWAITING);
        on(SagaEvent.WaitRefused.class, REJECTED, AWAITING);
        on(SagaEvent.StepReopened.class, PLANNED, IN_REVIEW, REJECTED);
        on(SagaEvent.AttemptNotExecuted.class, BACKING_OFF, IN_FLIGHT);
        on(SagaEvent.AttemptNotExecuted.class, UNKNOWN, IN_FLIGHT);
        on(SagaEvent.OperationGivenUp.class, REJECTED, BACKING_OFF, UNKNOWN, PENDING, IN_REVIEW, AWAITING);
        on(SagaEvent.LateSuccess.class, REJECTED, REJECTED);
        on(SagaEvent.EffectMadeGood.class, SUCCEEDED, SUCCEEDED);
        on(SagaEvent.EffectMadeGood.class, REJECTED, REJECTED);
        on(SagaEvent.OperationPending.class, PENDING, IN_FLIGHT, BACKING_OFF, UNKNOWN, PENDING);
        on(SagaEvent.OutcomeUnknown.class, UNKNOWN, IN_FLIGHT);
        on(SagaEvent.QueryInconclusive.class, UNKNOWN, UNKNOWN);
        on(SagaEvent.QueryInconclusive.class, PENDING, PENDING);
        on(SagaEvent.AbsenceEstablished.class, BACKING_OFF, UNKNOWN);
        on(SagaEvent.ReviewOpened.class, IN_REVIEW, PLANNED, BACKING_OFF, UNKNOWN, PENDING, AWAITING);
        on(SagaEvent.QuestionsRenewed.class, UNKNOWN, UNKNOWN, PENDING, IN_REVIEW);
        on(SagaEvent.AttemptsRenewed.class, BACKING_OFF, IN_REVIEW, REJECTED);
        on(SagaEvent.AttemptsRenewed.class, UNKNOWN, UNKNOWN, IN_REVIEW, REJECTED);
    }

    private OperationLifecycle() {}

    /**
     * One row of the table.
     *
     * @param from status before
     * @param event what happened
     * @param to status after
     */
    public record Transition(
            OperationStatus from, Class<? extends SagaEvent.OperationEvent> event, OperationStatus to) {}

    /** Every row, in the order of declaration. */
    public static Set<Transition> transitions() {
        return Collections.unmodifiableSet(TRANSITIONS);
    }

    /** Returns {@code to} when the table has the row; everything else cannot be. */
    static OperationStatus move(OperationState operation, SagaEvent.OperationEvent event, OperationStatus to) {
        if (!TRANSITIONS.contains(new Transition(operation.status(), event.getClass(), to))) {
            throw new IllegalStateException("operation " + operation.name() + " cannot go from " + operation.status()
                    + " to " + to + " by " + event.getClass().getSimpleName());
        }
        return to;
    }

    private static void on(
            Class<? extends SagaEvent.OperationEvent> event, OperationStatus to, OperationStatus... froms) {
        for (OperationStatus from : froms) {
            TRANSITIONS.add(new Transition(from, event, to));
        }
    }
}
