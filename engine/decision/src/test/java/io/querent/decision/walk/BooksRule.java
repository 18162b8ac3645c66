package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.decision.world.Commit;
import io.querent.decision.world.ScriptedWorld;
import io.querent.saga.OperationKey;
import io.querent.saga.StepDefinition;

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
            boolean succeeded = event instanceof SagaEvent.OperationSucceeded || event instanceof SagaEvent.LateSuccess;
            if (succeeded && !isLocal(((SagaEvent.OperationEvent) event).operation())) {
                require(1, ((SagaEvent.OperationEvent) event).operation(), "it is said to have succeeded");
            }
        }
    }

    /** Nothing more will happen: every request has arrived or been lost. */
    void checkAtRest() {
        for (StepDefinition<?> step : world.definition().steps()) {
            checkOperation(step.name());
            step.compensation()
                    .ifPresent(undo -> checkOperation(undo.operation().name()));
            checkEnd(step);
        }
    }

    private void checkOperation(String operation) {
        Rule.require(effects(operation) <= 1, "%s took effect %d times", operation, effects(operation));
        OperationStatus status = world.statusOf(operation);
        if (world.state().operation(operation).result().isPresent()) {
            require(1, operation, "it is known to have taken effect");
        } else if (status == OperationStatus.REJECTED || (status == OperationStatus.PLANNED && isSure())) {
            require(0, operation, "it is " + status);
        }
    }

    /** A saga that lost its memory knows of a step it has not come to again only once it has ended by itself. */
    private boolean isSure() {
        return world.status().isFinal() && world.status() != SagaStatus.ABANDONED
                || !world.state().origin().askFirst();
    }

    private void checkEnd(StepDefinition<?> step) {
        String undo = OperationKey.compensationOf(step.name());
        SagaStatus status = world.status();
        int undone = step.compensation().isPresent() ? effects(undo) : 0;
        if (status == SagaStatus.COMPLETED) {
            require(1, step.name(), "the saga is COMPLETED");
            Rule.require(undone == 0, "%s took effect although the saga is COMPLETED", undo);
        } else if (status == SagaStatus.COMPENSATED) {
            OperationState known = world.state().operation(step.name());
            boolean madeGood = known.result().isPresent() && !known.stands();
            boolean stays = step.compensation().isEmpty() && (step.needsNoUndo() || madeGood);
            Rule.require(
                    stays || undone == effects(step.name()),
                    "%s took effect %d times and %s %d times although the saga is COMPENSATED",
                    step.name(),
                    effects(step.name()),
                    undo,
                    undone);
        } else if (status == SagaStatus.FAILED) {
            require(0, step.name(), "the saga is FAILED");
        }
    }

    /** A local transaction's books and events are one commit; the world books it just after this rule is asked. */
    private boolean isLocal(String operation) {
        return world.definition()
                .operation(operation)
                .orElseThrow()
                .downstream()
                .isEmpty();
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
