package io.querent.decision.walk;

import io.querent.decision.Conclusion;
import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.OperatorDecision;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.decision.world.Commit;
import io.querent.saga.Outcome;
import java.util.List;
import java.util.Objects;

/**
 * What is final stays as it is, whatever is added to it, but for two things: an audited decision about that very operation, and a
 * success of what had been given up without the downstream's word. An ended saga goes on for nothing less; an abandoned one never.
 */
final class FinalityRule implements Rule {
    private static final List<Class<? extends SagaEvent>> ADDED = List.of(
            SagaEvent.EvidenceRecorded.class,
            SagaEvent.CallbackReceived.class,
            SagaEvent.ReviewOpened.class,
            SagaEvent.DecisionTaken.class);

    @Override
    public void check(Commit commit, Accepted accepted) {
        SagaState before = commit.before();
        if (before == null) {
            return;
        }
        SagaState after = accepted.state();
        for (OperationState operation : before.operations().values()) {
            OperationState now = after.operation(operation.name());
            Rule.require(
                    !operation.status().isFinal() || isUnchanged(operation, now) || mayChange(commit, operation, now),
                    "%s was final and became %s",
                    operation,
                    now);
            boolean begunAnew = accepted.events().stream()
                    .anyMatch(event -> event instanceof SagaEvent.StepReopened reopened
                            && reopened.operation().equals(operation.name()));
            Rule.require(
                    isNoStepBack(operation, now) || begunAnew && commit.command() instanceof SagaCommand.Decide,
                    "%s went back to %s",
                    operation,
                    now);
        }
        if (before.end() != null) {
            checkEnd(commit, before.end(), accepted);
        }
    }

    private static boolean isUnchanged(OperationState operation, OperationState now) {
        return operation.status() == now.status() && Objects.equals(operation.conclusion(), now.conclusion());
    }

    private static boolean isNoStepBack(OperationState operation, OperationState now) {
        boolean begun = operation.status() == OperationStatus.PLANNED || now.status() != OperationStatus.PLANNED;
        boolean frozen = operation.request() == null || operation.request().equals(now.request());
        return begun
                && frozen
                && operation.attempts().started() <= now.attempts().started()
                && operation.revision() <= now.revision();
    }

    private static boolean mayChange(Commit commit, OperationState operation, OperationState now) {
        if (commit.command() instanceof SagaCommand.Decide decide
                && decide.decision() instanceof OperatorDecision.Redrive) {
            return operation.status() == OperationStatus.REJECTED;
        } else if (commit.command() instanceof SagaCommand.RecordCallback callback
                && callback.answer() instanceof QueryAnswer.Reversed) {
            return callback.operation().equals(operation.name())
                    && operation.result().isPresent()
                    && operation.status() == now.status();
        } else if (commit.command() instanceof SagaCommand.Decide decide
                && decide.decision() instanceof OperatorDecision.OnOperation decision) {
            return decision.operation().equals(operation.name());
        }
        boolean givenUp = operation.conclusion() instanceof Conclusion.Refused refused && refused.byUs();
        return givenUp && now.result().isPresent() && saysThatItHappened(commit.command(), operation.name());
    }

    private static boolean saysThatItHappened(SagaCommand command, String operation) {
        if (command instanceof SagaCommand.RecordCallback callback) {
            return callback.operation().equals(operation) && callback.answer() instanceof QueryAnswer.Found;
        }
        return command instanceof SagaCommand.RecordEvidence evidence
                && evidence.operation().equals(operation)
                && evidence.outcome() instanceof Outcome.Succeeded;
    }

    private static void checkEnd(Commit commit, SagaStatus end, Accepted accepted) {
        boolean onlyAdded = accepted.events().stream().allMatch(event -> ADDED.contains(event.getClass()));
        boolean goesOn = commit.command() instanceof SagaCommand.Decide
                || accepted.events().stream()
                        .anyMatch(event -> event instanceof SagaEvent.LateSuccess
                                || event instanceof SagaEvent.EffectReversed
                                || event instanceof SagaEvent.OperationSucceeded succeeded
                                        && saysThatItHappened(commit.command(), succeeded.operation()));
        Rule.require(
                onlyAdded ? accepted.state().end() == end : goesOn && end != SagaStatus.ABANDONED,
                "a saga that had ended as %s went on: %s",
                end,
                accepted.events());
    }
}
