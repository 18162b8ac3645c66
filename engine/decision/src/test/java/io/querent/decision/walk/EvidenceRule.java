package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.world.Commit;
import io.querent.saga.Outcome;
import java.util.LinkedHashSet;
import java.util.Set;

/** R8: evidence never changes an outcome, and "it never happened" is not believed against evidence that it did. */
final class EvidenceRule implements Rule {
    private final Set<String> saidToBeDone = new LinkedHashSet<>();

    @Override
    public void check(Commit commit, Accepted accepted) {
        SagaState after = accepted.state();
        if (commit.command() instanceof SagaCommand.StartSaga) {
            saidToBeDone.clear();
        } else if (commit.command() instanceof SagaCommand.RecordEvidence evidence) {
            OperationStatus now = after.statusOf(evidence.operation());
            Rule.require(
                    commit.before() != null && commit.before().statusOf(evidence.operation()) == now,
                    "evidence alone made %s %s",
                    evidence.operation(),
                    now);
            if (evidence.outcome() instanceof Outcome.Succeeded && now != OperationStatus.PLANNED) {
                saidToBeDone.add(evidence.operation());
            }
        }
        for (String operation : saidToBeDone) {
            Rule.require(
                    after.statusOf(operation) != OperationStatus.REJECTED
                            || after.reviews().containsKey(operation),
                    "%s is REJECTED without a review although evidence says that it took effect",
                    operation);
        }
    }
}
