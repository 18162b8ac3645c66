package io.querent.decision.walk;

import io.querent.decision.Conclusion;
import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.decision.world.Commit;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * R8: evidence changes no outcome, but that what was given up took effect after all; "it never happened" is not believed against
 * evidence or a callback that it did before a person has weighed that; and no callback against an outcome goes unheard.
 */
final class EvidenceRule implements Rule {
    private final SagaDefinition<?> definition;
    private final Set<String> saidToBeDone = new LinkedHashSet<>();

    EvidenceRule(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    @Override
    public void check(Commit commit, Accepted accepted) {
        SagaState after = accepted.state();
        if (commit.command() instanceof SagaCommand.StartSaga) {
            saidToBeDone.clear();
        } else if (commit.command() instanceof SagaCommand.RecordEvidence evidence && commit.before() != null) {
            check(evidence, commit.before().operation(evidence.operation()), after.operation(evidence.operation()));
        }
        for (SagaEvent event : accepted.events()) {
            if (event instanceof SagaEvent.DecisionTaken taken && taken.operation() != null) {
                saidToBeDone.remove(taken.operation());
            } else if (event instanceof SagaEvent.CallbackReceived callback
                    && callback.answer().equals("Found")) {
                saidToBeDone.add(callback.operation());
            } else if (event instanceof SagaEvent.CallbackReceived callback
                    && callback.answer().equals("Reversed")) {
                saidToBeDone.remove(callback.operation());
            }
        }
        if (after.end() != SagaStatus.ABANDONED) {
            after.operations().values().stream()
                    .filter(operation -> definition.operation(operation.name()).isPresent())
                    .forEach(operation -> check(after, operation));
        }
    }

    private void check(SagaCommand.RecordEvidence evidence, OperationState before, OperationState now) {
        boolean givenUp = before.conclusion() instanceof Conclusion.Refused refused && refused.byUs();
        boolean late = givenUp && evidence.outcome() instanceof Outcome.Succeeded;
        Rule.require(
                before.status() == now.status() || late && now.status() == OperationStatus.SUCCEEDED,
                "evidence alone made %s %s",
                before,
                now);
        if (evidence.outcome() instanceof Outcome.Succeeded && now.status() != OperationStatus.PLANNED) {
            saidToBeDone.add(evidence.operation());
        }
    }

    private void check(SagaState state, OperationState operation) {
        boolean reviewed = state.reviews().containsKey(operation.name());
        Rule.require(
                !(operation.conclusion() instanceof Conclusion.Refused)
                        || !saidToBeDone.contains(operation.name())
                        || reviewed,
                "%s is REJECTED without a review although it is said to have taken effect",
                operation.name());
        Rule.require(
                operation.conclusion() == null || operation.heard() == null || reviewed,
                "what the downstream told against %s is in no review",
                operation);
    }
}
