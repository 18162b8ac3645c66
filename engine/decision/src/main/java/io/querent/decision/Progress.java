package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What of a definition may begin, is settled, or still moves, in a given state. Pure; holds no state of its own. */
record Progress(SagaDefinition<?> definition, SagaState state) {
    /** Operations nothing was sent for yet and that may begin now, in the definition's order. */
    List<String> startable() {
        List<String> names = new ArrayList<>();
        if (state.end() == null) {
            for (StepDefinition<?> step : definition.steps()) {
                if (state.compensating()) {
                    if (mayUndo(step)) {
                        names.add(undo(step));
                    }
                } else if (mayStart(step)) {
                    names.add(step.name());
                }
            }
        }
        return names;
    }

    /** Whether an attempt of the operation is allowed at all now, whatever its due time. */
    boolean mayAttempt(OperationState operation) {
        return switch (operation.status()) {
            case PLANNED -> startable().contains(operation.name());
            case BACKING_OFF -> true;
            case UNKNOWN -> !queryable(operation.name());
            default -> false;
        };
    }

    /**
     * When the waiting operation is due. One that cannot be asked for is sent again, and never before the time from which on an
     * earlier send cannot still arrive, whoever wakes it.
     */
    Instant dueAt(OperationState operation) {
        Instant due = operation.waiting().dueAt();
        if (due == null) {
            throw new IllegalStateException(
                    "operation " + operation.name() + " is " + operation.status() + " and nothing would wake it up");
        }
        Instant absentFrom = operation.waiting().absentFrom();
        boolean resend = operation.status() == UNKNOWN && !queryable(operation.name());
        return resend && absentFrom != null && absentFrom.isAfter(due) ? absentFrom : due;
    }

    /** Whether the outcome of the operation can be asked for. */
    boolean queryable(String operation) {
        return definition.operation(operation).orElseThrow().queryable();
    }

    /** Whether the pivot has succeeded, so that the saga only goes forward. */
    boolean pastPivot() {
        return definition.steps().stream().anyMatch(step -> step.pivot() && is(step.name(), SUCCEEDED));
    }

    /** Whether every step succeeded. */
    boolean allSucceeded() {
        return definition.steps().stream().allMatch(step -> is(step.name(), SUCCEEDED));
    }

    /** Whether any step succeeded. */
    boolean anySucceeded() {
        return definition.steps().stream().anyMatch(step -> is(step.name(), SUCCEEDED));
    }

    /** Whether nothing of the step stands any more: it never took effect, or that was made good, or may stay. */
    boolean settled(StepDefinition<?> step) {
        OperationStatus status = state.statusOf(step.name());
        if (status == PLANNED || status == REJECTED) {
            return true;
        }
        if (status != SUCCEEDED) {
            return false;
        }
        return step.compensation().isPresent() ? is(undo(step), SUCCEEDED) : step.needsNoUndo();
    }

    /** Whether every step is settled. */
    boolean allSettled() {
        return definition.steps().stream().allMatch(this::settled);
    }

    /** Whether something is in flight. */
    boolean anyInFlight() {
        return state.operations().values().stream().anyMatch(operation -> operation.status() == IN_FLIGHT);
    }

    /** Whether some operation waits for its time. */
    boolean anyWaiting() {
        return state.operations().values().stream().anyMatch(Progress::waits);
    }

    /** Whether the operation has a due time. */
    static boolean waits(OperationState operation) {
        OperationStatus status = operation.status();
        return status == BACKING_OFF || status == UNKNOWN || status == PENDING;
    }

    static String undo(StepDefinition<?> step) {
        return OperationKey.compensationOf(step.name());
    }

    private boolean mayStart(StepDefinition<?> step) {
        return is(step.name(), PLANNED) && step.after().stream().allMatch(before -> is(before, SUCCEEDED));
    }

    private boolean mayUndo(StepDefinition<?> step) {
        return step.compensation().isPresent()
                && is(step.name(), SUCCEEDED)
                && is(undo(step), PLANNED)
                && othersSettledBefore(step);
    }

    /** A step without a compensation of its own stands for those that its own effect depends on. */
    private boolean othersSettledBefore(StepDefinition<?> step) {
        return definition.undoAfter(step.name()).stream()
                .map(name -> definition.step(name).orElseThrow())
                .allMatch(other -> settled(other) && (other.compensation().isPresent() || othersSettledBefore(other)));
    }

    private boolean is(String operation, OperationStatus status) {
        return state.statusOf(operation) == status;
    }
}
