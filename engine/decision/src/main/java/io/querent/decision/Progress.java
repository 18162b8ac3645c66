package io.querent.decision;

import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What of a definition may begin, is settled, or still moves, in a given state. Pure; holds no state of its own. */
record Progress(SagaDefinition<?> definition, SagaState state, Set<String> forgotten) {
    Progress(SagaDefinition<?> definition, SagaState state) {
        this(definition, state, ForgottenSends.of(definition, state));
    }

    /**
     * Operations nothing was sent for yet and that may begin now, in the definition's order. Where memory may be lost they begin
     * with a question, which is why a saga that turned back may still begin a step.
     */
    List<String> startable() {
        List<String> names = new ArrayList<>();
        if (state.end() == null) {
            for (StepDefinition<?> step : definition.steps()) {
                if (state.compensating() ? mustBeAskedFor(step) : mayStart(step)) {
                    names.add(step.name());
                }
                if (state.compensating() && mayUndo(step)) {
                    names.add(undo(step));
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
            case UNKNOWN -> !queryable(operation.name()) || isToBeSentAgain(operation);
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

    /** Whether any step took effect, in time or late. */
    boolean anyTookEffect() {
        return definition.steps().stream()
                .anyMatch(step -> state.operation(step.name()).result().isPresent());
    }

    /** Whether nothing of the step stands any more: it never took effect, or that was made good, or may stay. */
    boolean settled(StepDefinition<?> step) {
        return switch (state.statusOf(step.name())) {
            case PLANNED -> !mayHaveRunUnnoticed(step);
            case REJECTED, SUCCEEDED -> !state.operation(step.name()).stands() || isUndone(step);
            default -> false;
        };
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

    /** A person has decided to send again; an action of a saga that has turned back since is asked about instead. */
    private boolean isToBeSentAgain(OperationState operation) {
        boolean action = definition.step(operation.name()).isPresent();
        return operation.waiting().resend() && !(state.compensating() && action);
    }

    private boolean isUndone(StepDefinition<?> step) {
        return step.compensation().isPresent() ? is(undo(step), SUCCEEDED) : step.needsNoUndo();
    }

    private boolean mayStart(StepDefinition<?> step) {
        return is(step.name(), PLANNED) && step.after().stream().allMatch(before -> is(before, SUCCEEDED));
    }

    /** An undo of what may never have happened would move money by itself: where that is in question, a person decides first. */
    private boolean mayUndo(StepDefinition<?> step) {
        return step.compensation().isPresent()
                && state.operation(step.name()).stands()
                && is(undo(step), PLANNED)
                && !state.isReviewed(step.name(), ReviewReason.CONTRADICTION)
                && othersSettledBefore(step);
    }

    /** Whether the step may have run before memory was lost, and nobody has asked yet. */
    private boolean mayHaveRunUnnoticed(StepDefinition<?> step) {
        return is(step.name(), PLANNED) && ForgottenSends.isCall(step) && forgotten.contains(step.name());
    }

    /** Whether the saga, turning back, has to ask about the step, and has asked about those that it follows. */
    private boolean mustBeAskedFor(StepDefinition<?> step) {
        return mayHaveRunUnnoticed(step)
                && step.after().stream()
                        .allMatch(before -> is(before, SUCCEEDED)
                                || !ForgottenSends.isCall(
                                        definition.step(before).orElseThrow()));
    }

    /**
     * Whether all that the undo has to wait for is settled, and what that has to wait for in turn: an undo in between may be
     * missing, or done before the success that it should have waited for came late.
     */
    private boolean othersSettledBefore(StepDefinition<?> step) {
        Deque<String> open = new ArrayDeque<>(definition.undoAfter(step.name()));
        Set<String> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            StepDefinition<?> other = definition.step(open.pop()).orElseThrow();
            if (!settled(other)) {
                return false;
            }
            definition.undoAfter(other.name()).stream().filter(seen::add).forEach(open::add);
        }
        return true;
    }

    private boolean is(String operation, OperationStatus status) {
        return state.statusOf(operation) == status;
    }
}
