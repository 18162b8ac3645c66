package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.world.Commit;
import io.querent.saga.RetryBudget;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Objects;

/** A question that was not asked proves nothing and uses no question: only when the time for asking is over it is left to a person. */
final class QuestionRule implements Rule {
    private final SagaDefinition<?> definition;

    QuestionRule(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    @Override
    public void check(Commit commit, Accepted accepted) {
        if (commit.command() instanceof SagaCommand.RecordQueryAnswer answer
                && answer.answer() instanceof QueryAnswer.NotAsked
                && commit.before() != null) {
            check(answer, commit.before().operation(answer.operation()), accepted);
        }
    }

    private void check(SagaCommand.RecordQueryAnswer answer, OperationState before, Accepted accepted) {
        OperationState after = accepted.state().operation(answer.operation());
        Rule.require(accepted.events().size() == 1, "a question that was not asked decided something: %s", answer);
        if (after.status() == OperationStatus.IN_REVIEW) {
            Rule.require(isOver(before, answer.at()), "reviewed for a question that was not asked: %s", answer);
        } else {
            Rule.require(
                    after.status() == before.status()
                            && accepted.events().get(0) instanceof SagaEvent.QueryInconclusive
                            && after.waiting().queries() == before.waiting().queries(),
                    "a question that was not asked was counted, or decided something: %s",
                    accepted.events());
        }
    }

    /** Whether the longest delay leads out of the time budget. */
    private boolean isOver(OperationState operation, Instant at) {
        RetryBudget budget =
                definition.operation(operation.name()).orElseThrow().policy().queries();
        Instant since = Objects.requireNonNull(operation.waiting().askingSince());
        return at.plus(budget.max()).isAfter(since.plus(budget.within()));
    }
}
