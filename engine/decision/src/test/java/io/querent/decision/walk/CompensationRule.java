package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationStatus;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.UndoOrders;
import io.querent.decision.world.Commit;
import io.querent.decision.world.Steps;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * R6 and R7: an undo only for what stands and nobody contradicts, begun after everything it has to wait for; and no new step once the
 * saga turned back. What comes to be known after an undo was begun does not stop it.
 */
final class CompensationRule implements Rule {
    private final SagaDefinition<?> definition;

    CompensationRule(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    @Override
    public void check(Commit commit, Accepted accepted) {
        for (SagaEvent event : accepted.events()) {
            boolean sends = event instanceof SagaEvent.AttemptStarted || event instanceof SagaEvent.MessagePublished;
            if ((sends || event instanceof SagaEvent.PriorSendSuspected) && commit.before() != null) {
                check(commit.before(), ((SagaEvent.OperationEvent) event).operation(), sends);
            }
        }
    }

    private void check(SagaState before, String operation, boolean sends) {
        for (StepDefinition<?> step : Steps.of(definition, before)) {
            List<String> undos = Steps.undosOf(step);
            if (Steps.partsOf(before, step).contains(operation)) {
                checkPart(before, step, operation);
                return;
            }
            if (undos.contains(operation)) {
                UndoOrders orders = before.orders().get(step.name());
                Rule.require(
                        before.compensating() || orders != null && orders.whole(),
                        "%s is undone although the saga goes forward and nobody ordered it",
                        step.name());
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
                undos.subList(0, undos.indexOf(operation)).forEach(first -> requireRefused(before, first));
                if (begins) {
                    requireOrder(before, step);
                    Steps.partsOf(before, step).forEach(part -> requireOver(before, orders, part));
                }
                return;
            }
        }
        boolean mayHaveRun = before.statusOf(operation) == OperationStatus.UNKNOWN;
        Rule.require(
                !sends || mayHaveRun || !before.compensating(),
                "%s, which never ran, is sent although the saga turned back",
                operation);
    }

    private void checkPart(SagaState before, StepDefinition<?> step, String part) {
        Rule.require(
                before.operation(step.name()).stands(),
                "a part of %s is undone although it is %s",
                step.name(),
                before.operation(step.name()));
        if (before.statusOf(part) == OperationStatus.PLANNED) {
            requireOrder(before, step);
            Steps.undosOf(step)
                    .forEach(undo -> Rule.require(
                            before.statusOf(undo) == OperationStatus.PLANNED,
                            "%s is begun beside %s",
                            part,
                            before.operation(undo)));
        }
    }

    /** R6: the rest is not undone before it is known how much that is. */
    private static void requireOver(SagaState before, @Nullable UndoOrders orders, String part) {
        boolean withdrawn = orders != null && orders.withdrawn().contains(part);
        Rule.require(
                before.statusOf(part).isFinal() || withdrawn && before.statusOf(part) == OperationStatus.PLANNED,
                "the rest is undone although %s",
                before.operation(part));
    }

    private static void requireRefused(SagaState before, String undo) {
        Rule.require(
                before.statusOf(undo) == OperationStatus.REJECTED
                        && before.operation(undo).result().isEmpty(),
                "another undo is sent although %s is %s",
                undo,
                before.operation(undo));
    }

    private void requireOrder(SagaState before, StepDefinition<?> step) {
        for (String name : definition.undoAfter(step.name())) {
            StepDefinition<?> other = definition.step(name).orElseThrow();
            Rule.require(
                    nothingStands(before, other) && noItemStands(before, other),
                    "%s is undone before %s, which is %s",
                    step.name(),
                    name,
                    before.statusOf(name));
            requireOrder(before, other);
        }
    }

    private boolean noItemStands(SagaState state, StepDefinition<?> forEach) {
        return Steps.of(definition, state).stream()
                .filter(step -> step.name().startsWith(forEach.name() + '.'))
                .allMatch(item -> nothingStands(state, item));
    }

    private static boolean nothingStands(SagaState state, StepDefinition<?> step) {
        return switch (state.statusOf(step.name())) {
            case PLANNED, SKIPPED -> true;
            case REJECTED, SUCCEEDED ->
                step.action().isEmpty() || !state.operation(step.name()).stands() || isUndone(state, step);
            default -> false;
        };
    }

    private static boolean isUndone(SagaState state, StepDefinition<?> step) {
        return step.compensation().isPresent()
                ? Steps.undosOf(step).stream().anyMatch(undo -> state.statusOf(undo) == OperationStatus.SUCCEEDED)
                        || isUndoneInParts(state, step)
                : step.needsNoUndo();
    }

    private static boolean isUndoneInParts(SagaState state, StepDefinition<?> step) {
        UndoOrders orders = state.orders().get(step.name());
        if (orders == null || orders.worth() == null) {
            return false;
        }
        BigDecimal back = orders.parts().entrySet().stream()
                .filter(part -> state.statusOf(part.getKey()) == OperationStatus.SUCCEEDED)
                .map(part -> part.getValue().value())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return back.compareTo(orders.worth().value()) >= 0;
    }
}
