package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.decision.UndoOrders;
import io.querent.decision.world.Commit;
import io.querent.decision.world.ScriptedWorld;
import io.querent.decision.world.Steps;
import io.querent.saga.Amount;
import io.querent.saga.StepDefinition;
import java.math.BigDecimal;
import java.util.Map;

/** The downstreams' own books decide whether what the saga says is true. Holds where every profile is truthful. */
final class BooksRule implements Rule {
    private final ScriptedWorld world;

    BooksRule(ScriptedWorld world) {
        this.world = world;
    }

    /** What is said to have happened has happened by then. */
    @Override
    public void check(Commit commit, Accepted accepted) {
        for (SagaEvent event : accepted.events()) {
            boolean succeeded = event instanceof SagaEvent.OperationSucceeded
                    || event instanceof SagaEvent.OperationRefusedWithEffect
                    || event instanceof SagaEvent.LateSuccess;
            if (succeeded && isCall(((SagaEvent.OperationEvent) event).operation())) {
                require(1, ((SagaEvent.OperationEvent) event).operation(), "it is said to have taken effect");
            }
        }
    }

    /** Nothing more will happen: every request has arrived or been lost. */
    void checkAtRest() {
        for (StepDefinition<?> step : Steps.possible(world)) {
            if (step.action().isPresent()) {
                checkOperation(step.name());
                Steps.undosOf(step).forEach(this::checkOperation);
                Steps.partsOf(world.state(), step).forEach(this::checkOperation);
                checkParts(step);
                checkEnd(step);
            }
        }
    }

    private void checkOperation(String operation) {
        Rule.require(effects(operation) <= 1, "%s took effect %d times", operation, effects(operation));
        OperationStatus status = world.statusOf(operation);
        if (world.state().operation(operation).result().isPresent()) {
            require(1, operation, "it is known to have taken effect");
        } else if (status == OperationStatus.REJECTED
                || status == OperationStatus.SKIPPED
                || (status == OperationStatus.PLANNED && isSure())) {
            requireStanding(0, operation, "it is " + status);
        }
    }

    /** A saga that lost its memory knows of a step it has not come to again only once it has ended by itself. */
    private boolean isSure() {
        return world.status().isFinal() && world.status() != SagaStatus.ABANDONED
                || !world.state().origin().askFirst();
    }

    private void checkEnd(StepDefinition<?> step) {
        SagaStatus status = world.status();
        OperationState known = world.state().operation(step.name());
        int undone = Steps.undosOf(step).stream().mapToInt(this::effects).sum();
        UndoOrders orders = world.state().orders().get(step.name());
        if (status == SagaStatus.COMPLETED) {
            checkCompleted(step, known, orders == null || !orders.whole() ? undone : 0);
        } else if (status == SagaStatus.COMPENSATED) {
            checkCompensated(step, known, undone);
        } else if (status == SagaStatus.FAILED) {
            requireStanding(0, step.name(), "the saga is FAILED");
        }
    }

    /** C38: what was paid back of a step never is more than the step, and in the end all of it where the saga says so. */
    private void checkParts(StepDefinition<?> step) {
        UndoOrders orders = world.state().orders().get(step.name());
        if (orders == null || orders.worth() == null) {
            return;
        }
        BigDecimal back = BigDecimal.ZERO;
        for (Map.Entry<String, Amount> part : orders.parts().entrySet()) {
            back = back.add(part.getValue().value().multiply(BigDecimal.valueOf(effects(part.getKey()))));
        }
        for (String undo : Steps.undosOf(step)) {
            BigDecimal rest = world.state()
                    .amountOf(undo)
                    .map(Amount::value)
                    .orElse(orders.worth().value());
            back = back.add(rest.multiply(BigDecimal.valueOf(effects(undo))));
        }
        int compared = back.compareTo(orders.worth().value());
        Rule.require(compared <= 0, "%s was paid back of %s for %s", back, orders.worth(), step.name());
    }

    /** A refused item that was collected is over, with nothing left of it but what a person has made good for. */
    private void checkCompleted(StepDefinition<?> step, OperationState known, int undone) {
        Rule.require(undone == 0, "%s was undone although the saga is COMPLETED", step.name());
        if (known.status() == OperationStatus.SUCCEEDED) {
            require(1, step.name(), "the saga is COMPLETED");
        } else if (known.result().isEmpty()) {
            requireStanding(0, step.name(), "the saga is COMPLETED without it");
        } else {
            Rule.require(!known.stands(), "something of %s is left although the saga is COMPLETED", step.name());
        }
    }

    private void checkCompensated(StepDefinition<?> step, OperationState known, int undone) {
        boolean madeGood = known.result().isPresent() && !known.stands();
        boolean stays = step.compensation().isEmpty() && step.needsNoUndo();
        boolean takenBack = undone == 0 && world.at(step.name()).standing() == 0;
        Rule.require(
                stays || madeGood || takenBack || undone + inParts(step) == effects(step.name()),
                "%s took effect %d times and was undone %d times although the saga is COMPENSATED",
                step.name(),
                effects(step.name()),
                undone);
    }

    /** One where parts come to the whole. */
    private int inParts(StepDefinition<?> step) {
        UndoOrders orders = world.state().orders().get(step.name());
        if (orders == null || orders.worth() == null) {
            return 0;
        }
        BigDecimal back = orders.parts().entrySet().stream()
                .map(part -> part.getValue().value().multiply(BigDecimal.valueOf(effects(part.getKey()))))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return back.compareTo(orders.worth().value()) == 0 ? 1 : 0;
    }

    private boolean isCall(String operation) {
        return world.definition()
                .operation(operation)
                .filter(found -> found.kind().isElsewhere())
                .isPresent();
    }

    private void requireStanding(int effects, String operation, String because) {
        Rule.require(
                world.at(operation).standing() == effects,
                "%d effects of %s stand although %s",
                world.at(operation).standing(),
                operation,
                because);
    }

    private void require(int effects, String operation, String because) {
        Rule.require(
                effects(operation) == effects,
                "%s took effect %d times although %s",
                operation,
                effects(operation),
                because);
    }

    private int effects(String operation) {
        return world.at(operation).effects();
    }
}
