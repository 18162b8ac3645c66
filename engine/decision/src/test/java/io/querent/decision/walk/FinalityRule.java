package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.world.Commit;
import java.util.Objects;

/** What is final stays as it is; evidence and reviews may be added to it. */
final class FinalityRule implements Rule {
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
                    !operation.status().isFinal() || operation.equals(now),
                    "%s was final and became %s",
                    operation,
                    now);
            Rule.require(
                    now.status() != OperationStatus.PLANNED
                            && (operation.request() == null
                                    || operation.request().equals(now.request())),
                    "%s went back to %s",
                    operation,
                    now);
        }
        if (before.end() != null) {
            Rule.require(Objects.equals(before.end(), after.end()), "%s became %s", before.end(), after.end());
            Rule.require(
                    accepted.events().stream()
                            .allMatch(event -> event instanceof SagaEvent.EvidenceRecorded
                                    || event instanceof SagaEvent.ReviewOpened),
                    "more than evidence was added to a saga that had ended: %s",
                    accepted.events());
        }
    }
}
