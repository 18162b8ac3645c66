package io.querent.admin.console.action;

import io.querent.decision.Authority;
import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.action.Action;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Tries a decision on a stored state without anything coming of it. Pure. */
final class Trial {
    private static final String SOMETHING = "trial";

    private Trial() {}

    /** Whether it would be accepted and change something; true where nobody can tell without the definition. */
    static boolean wouldBeAccepted(
            @Nullable SagaDefinition<?> definition,
            SagaState state,
            Action action,
            @Nullable String operation,
            Instant now) {
        if (action == Action.COMPENSATE_PART) {
            return definition != null && operation != null && takesParts(definition, operation);
        }
        OperatorDecision decision = decision(state, action, operation == null ? "" : operation);
        if (definition == null || decision == null) {
            return true;
        }
        Authority authority = new Authority(SOMETHING, SOMETHING, state.version(), SOMETHING);
        return Decider.decide(definition, state, new SagaCommand.Decide(decision, authority, now))
                        instanceof Decision.Accepted accepted
                && !accepted.events().isEmpty();
    }

    /** Whether it is a step that waits for a word from outside; unknown without the definition, and true then. */
    static boolean awaitsSignal(@Nullable SagaDefinition<?> definition, String operation) {
        return definition == null
                || definition
                        .step(operation)
                        .filter(step -> step.kind() == StepKind.SIGNAL)
                        .isPresent();
    }

    /** Whether its definition says how a part of it is made good for. */
    private static boolean takesParts(SagaDefinition<?> definition, String operation) {
        return definition
                .step(OperationKey.stepOf(operation))
                .flatMap(step -> step.compensation())
                .flatMap(undo -> undo.inParts())
                .isPresent();
    }

    private static @Nullable OperatorDecision decision(SagaState state, Action action, String operation) {
        OperationStatus status = state.statusOf(operation);
        return switch (action) {
            case CONFIRM_SUCCEEDED -> new OperatorDecision.ConfirmSucceeded(operation, "null", SOMETHING);
            case CONFIRM_FAILED -> new OperatorDecision.ConfirmFailed(operation, SOMETHING, SOMETHING);
            case CONFIRM_NEVER_RAN -> new OperatorDecision.ConfirmNeverRan(operation, SOMETHING);
            case ASK_NOW -> status == OperationStatus.IN_REVIEW ? new OperatorDecision.AskAgain(operation) : null;
            case RETRY_NOW -> status == OperationStatus.BACKING_OFF ? null : new OperatorDecision.Resend(operation);
            case MADE_GOOD -> new OperatorDecision.MadeGood(operation, SOMETHING);
            case APPROVE -> new OperatorDecision.Approve(operation);
            case DECLINE -> new OperatorDecision.Decline(operation);
            case REDRIVE -> new OperatorDecision.Redrive(operation);
            case COMPENSATE_STEP -> new OperatorDecision.CompensateStep(operation);
            case COMPENSATE -> new OperatorDecision.Compensate();
            case CANCEL -> new OperatorDecision.Cancel();
            case PAUSE -> new OperatorDecision.Pause();
            case RESUME -> new OperatorDecision.Resume();
            case ABANDON -> new OperatorDecision.Abandon();
            case MOVE, WAKE, SIGNAL, COMPENSATE_PART -> null;
        };
    }
}
