package io.querent.decision;

import io.querent.saga.OperationDefinition;
import io.querent.saga.SagaDefinition;
import java.time.Instant;

/** What becomes of an operation that may not be tried again, because its budget of attempts is spent. Pure. */
final class SpentBudget {
    private SpentBudget() {}

    /** Whether an attempt at {@code next} would begin after the time budget, which counts from the first. */
    static boolean isOutOfTime(OperationDefinition<?, ?, ?> operation, OperationState known, Instant next) {
        Instant first = known.attempts().budgetFrom();
        return first != null
                && next.isAfter(first.plus(operation.policy().retry().within()));
    }

    /** Going back where it is certain that no attempt took effect and the saga may go back; a review otherwise. */
    static SagaEvent end(SagaDefinition<?> definition, OperationState known, String why, Instant at) {
        boolean mayGoBack =
                definition.step(known.name()).map(step -> !step.retriable()).orElse(false);
        return known.attempts().uncertain() == 0 && mayGoBack
                ? new SagaEvent.OperationGivenUp(known.name(), "never-executed", why, at)
                : new SagaEvent.ReviewOpened(known.name(), ReviewReason.RETRY_BUDGET_SPENT, why, at);
    }
}
