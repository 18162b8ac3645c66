package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationStatus;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.world.Commit;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;

/** R6 and R7: an undo only for what stands and nobody contradicts, after everything it has to wait for; and no new step once the saga turned back. */
final class CompensationRule implements Rule {
    private final SagaDefinition<?> definition;

    CompensationRule(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    @Override
    public void check(Commit commit, Accepted accepted) {
        for (SagaEvent event : accepted.events()) {
            boolean begins = event instanceof SagaEvent.AttemptStarted || event instanceof SagaEvent.PriorSendSuspected;
            if (begins && commit.before() != null) {
                check(
                        commit.before(),
                        ((SagaEvent.OperationEvent) event).operation(),
                        event instanceof SagaEvent.AttemptStarted);
            }
        }
    }

    private void check(SagaState before, String operation, boolean sends) {
        for (StepDefinition<?> step : definition.steps()) {
            if (OperationKey.compensationOf(step.name()).equals(operation)) {
                Rule.require(before.compensating(), "%s is undone although the saga goes forward", step.name());
                Rule.require(
                        before.operation(step.name()).stands(),
                        "%s is undone although it is %s",
                        step.name(),
                        before.operation(step.name()));
                SagaState.Review review = before.reviews().get(step.name());
                boolean begins = before.statusOf(operation) == OperationStatus.PLANNED;
                Rule.require(
                        !begins || review == null || review.reason() != ReviewReason.CONTRADICTION,
                        "%s is undone although it may never have happened: %s",
                        step.name(),
                        review);
                requireOrder(before, step);
                return;
            }
        }
        boolean mayHaveRun = before.statusOf(operation) == OperationStatus.UNKNOWN;
        Rule.require(
                !sends || mayHaveRun || !before.compensating(),
                "%s, which never ran, is sent although the saga turned back",
                operation);
    }

    private void requireOrder(SagaState before, StepDefinition<?> step) {
        for (String name : definition.undoAfter(step.name())) {
            StepDefinition<?> other = definition.step(name).orElseThrow();
            Rule.require(
                    nothingStands(before, other),
                    "%s is undone before %s, which is %s",
                    step.name(),
                    name,
                    before.statusOf(name));
            requireOrder(before, other);
        }
    }

    private static boolean nothingStands(SagaState state, StepDefinition<?> step) {
        return switch (state.statusOf(step.name())) {
            case PLANNED -> true;
            case REJECTED, SUCCEEDED -> !state.operation(step.name()).stands() || isUndone(state, step);
            default -> false;
        };
    }

    private static boolean isUndone(SagaState state, StepDefinition<?> step) {
        return step.compensation().isPresent()
                ? state.statusOf(OperationKey.compensationOf(step.name())) == OperationStatus.SUCCEEDED
                : step.needsNoUndo();
    }
}
