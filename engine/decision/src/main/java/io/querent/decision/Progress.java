package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.OperationStatus.BACKING_OFF;
import static io.querent.decision.OperationStatus.IN_FLIGHT;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PENDING;
import static io.querent.decision.OperationStatus.PLANNED;
import static io.querent.decision.OperationStatus.REJECTED;
import static io.querent.decision.OperationStatus.SKIPPED;
import static io.querent.decision.OperationStatus.SUCCEEDED;
import static io.querent.decision.OperationStatus.UNKNOWN;

import io.querent.saga.Branch;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What of a definition may begin, is settled, or still moves, in a given state. Pure; holds no state of its own. */
record Progress(
        SagaDefinition<?> definition, SagaState state, Set<String> forgotten, List<? extends StepDefinition<?>> steps) {
    Progress(SagaDefinition<?> definition, SagaState state) {
        this(definition, state, ForgottenSends.of(definition, state), SagaSteps.of(definition, state));
    }

    /**
     * Operations nothing was sent for yet and that may begin now, in the definition's order. Where memory may be lost they begin
     * with a question, which is why a saga that turned back may still begin a step.
     */
    List<String> startable() {
        List<String> names = new ArrayList<>();
        if (state.end() != null || state.paused()) {
            return names;
        }
        Room room = new Room();
        for (StepDefinition<?> step : steps) {
            if (state.compensating() ? mustBeAskedFor(step) : mayStart(step) && room.takes(step)) {
                names.add(step.name());
            }
            if ((state.compensating() || ordersOf(step).whole()) && mayUndo(step)) {
                undo(step).ifPresent(names::add);
            }
            if (mayMakeGoodInPart(step)) {
                names.addAll(parts(step).planned());
            }
        }
        return names;
    }

    /** Whether an attempt of the operation is allowed at all now, whatever its due time. */
    boolean mayAttempt(OperationState operation) {
        if (state.paused()) {
            return false;
        }
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

    /** Whether every step succeeded or was skipped. */
    boolean allOver() {
        for (StepDefinition<?> step : definition.steps()) {
            if (!isOver(step.name())) {
                return false;
            }
        }
        return true;
    }

    /** Whether the step succeeded or was skipped. */
    boolean isOver(String step) {
        OperationStatus status = state.statusOf(step);
        return status == SUCCEEDED || status == SKIPPED;
    }

    /** Whether every step that this one follows succeeded or was skipped. */
    boolean isAllOverBefore(StepDefinition<?> step) {
        for (String before : step.after()) {
            if (!isOver(before)) {
                return false;
            }
        }
        return true;
    }

    /** Whether any operation took effect, in time or late. What the engine decides by itself has none. */
    boolean anyTookEffect() {
        return steps.stream()
                .filter(step -> step.action().isPresent())
                .anyMatch(step -> state.operation(step.name()).result().isPresent());
    }

    /** Whether nothing of the step stands any more: it never took effect, or that was made good, or may stay. */
    boolean settled(StepDefinition<?> step) {
        return switch (state.statusOf(step.name())) {
            case PLANNED -> !mayHaveRunUnnoticed(step);
            case SKIPPED -> true;
            case REJECTED, SUCCEEDED ->
                SagaSteps.isForEach(step) || !state.operation(step.name()).stands() || isUndone(step);
            default -> false;
        };
    }

    /** Whether every step is settled. */
    boolean allSettled() {
        for (StepDefinition<?> step : steps) {
            if (!settled(step)) {
                return false;
            }
        }
        return true;
    }

    /** Whether something is in flight. */
    boolean anyInFlight() {
        for (OperationState operation : state.operations().values()) {
            if (operation.status() == IN_FLIGHT) {
                return true;
            }
        }
        return false;
    }

    /** Whether some operation waits for its time. */
    boolean anyWaiting() {
        for (OperationState operation : state.operations().values()) {
            if (waits(operation)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the operation has a due time. */
    static boolean waits(OperationState operation) {
        OperationStatus status = operation.status();
        return status == BACKING_OFF
                || status == UNKNOWN
                || status == PENDING
                || status == AWAITING && operation.waiting().dueAt() != null;
    }

    /** Whether the operation's due time counts: a paused saga goes on asking, and does nothing else. */
    boolean heedsTimeOf(OperationState operation) {
        boolean asks = operation.status() == PENDING || operation.status() == UNKNOWN && queryable(operation.name());
        return waits(operation) && (asks || !state.paused());
    }

    /** The compensation that it is the turn of; empty where the step has none. */
    Optional<String> undo(StepDefinition<?> step) {
        return UndoTurn.of(this, step);
    }

    /** All that may make good for the step as a whole, one after the other. */
    static List<String> undos(StepDefinition<?> step) {
        return step.compensation().stream()
                .filter(undo -> !SagaSteps.isForEach(step))
                .flatMap(undo -> undo.operations().stream())
                .map(OperationDefinition::name)
                .toList();
    }

    /** Whether the operation is an undo of what does not stand any more, or was undone by another one: sent, it would pay back twice. */
    boolean isNeedless(String operation) {
        return definition.step(operation).isEmpty()
                && definition
                        .stepOf(operation)
                        .filter(step -> !state.operation(step.name()).stands() || isUndone(step))
                        .isPresent();
    }

    /** Whether a person would have to decide about a step that can have no effect outside, while the saga does not need it any more. */
    boolean isHeldUpByItself(StepDefinition<?> step) {
        OperationState known = state.operation(step.name());
        boolean sent =
                SagaSteps.isAttempted(definition, step.name()) && (known.mayHaveBeenSent() || known.heard() != null);
        return known.status() == IN_REVIEW
                && !sent
                && !(forgotten.contains(step.name()) && ForgottenSends.mayStandUnnoticed(step));
    }

    /** The step with that name, or the one that this item belongs to, as the definition has it. */
    static Optional<ForEachDefinition<?>> forEachOf(SagaDefinition<?> definition, StepDefinition<?> item) {
        return definition
                .step(OperationKey.stepOf(item.name()))
                .filter(step -> SagaSteps.isItem(item))
                .map(step -> (ForEachDefinition<?>) step.body());
    }

    /** A person has decided to send again; an action of a saga that has turned back since is asked about instead. */
    private boolean isToBeSentAgain(OperationState operation) {
        boolean action = definition.step(operation.name()).isPresent();
        return operation.waiting().resend() && !(state.compensating() && action) && !isNeedless(operation.name());
    }

    boolean isUndone(StepDefinition<?> step) {
        return step.compensation()
                .map(undo -> undo.operations().stream().anyMatch(one -> is(one.name(), SUCCEEDED))
                        || parts(step).areAll())
                .orElse(step.needsNoUndo());
    }

    /** What people have ordered to be made good for of the step. */
    UndoOrders ordersOf(StepDefinition<?> step) {
        return state.orders().getOrDefault(step.name(), UndoOrders.NONE);
    }

    /** How much of the step's effect is made good for in parts. */
    PartsOfEffect parts(StepDefinition<?> step) {
        return new PartsOfEffect(state, ordersOf(step));
    }

    private boolean mayStart(StepDefinition<?> step) {
        if (!is(step.name(), PLANNED)) {
            return false;
        } else if (SagaSteps.isItem(step)) {
            return is(OperationKey.stepOf(step.name()), AWAITING);
        }
        return isAllOverBefore(step) && skipReason(step).isEmpty();
    }

    /** Why a step that would start now is not run: another branch was chosen, or all that it follows was skipped. */
    Optional<String> skipReason(StepDefinition<?> step) {
        for (Branch branch : step.branches()) {
            String chosen = state.operation(branch.choice()).result().orElse("");
            if (!chosen.equals(JsonText.quoted(branch.name()))) {
                return Optional.of(
                        is(branch.choice(), SKIPPED)
                                ? "choice " + branch.choice() + " was skipped"
                                : branch.choice() + " chose " + chosen + ", not \"" + branch.name() + "\"");
            }
        }
        boolean nothingBefore =
                !step.after().isEmpty() && step.after().stream().allMatch(before -> is(before, SKIPPED));
        return nothingBefore ? Optional.of("all that it follows was skipped") : Optional.empty();
    }

    /** How many more items of each for-each step may be under way. */
    private final class Room {
        private final Map<String, Integer> left = new HashMap<>();

        boolean takes(StepDefinition<?> step) {
            Optional<ForEachDefinition<?>> forEach = forEachOf(definition, step);
            if (forEach.isEmpty()) {
                return true;
            }
            String name = OperationKey.stepOf(step.name());
            int room =
                    left.computeIfAbsent(name, one -> forEach.get().limits().parallel() - underWay(forEach.get(), one));
            left.put(name, room - 1);
            return room > 0;
        }
    }

    private int underWay(ForEachDefinition<?> forEach, String step) {
        return (int) SagaSteps.items(forEach, state, step).stream()
                .map(item -> state.statusOf(item.name()))
                .filter(status -> status != PLANNED && status != IN_REVIEW && !status.isFinal())
                .count();
    }

    /** An undo of what may never have happened would move money by itself: where that is in question, a person decides first. */
    private boolean mayUndo(StepDefinition<?> step) {
        return step.compensation().isPresent()
                && state.operation(step.name()).stands()
                && undo(step).filter(undo -> is(undo, PLANNED)).isPresent()
                && !state.isReviewed(step.name(), ReviewReason.CONTRADICTION)
                && !parts(step).anyOpen()
                && !parts(step).areAll()
                && unsettledBefore(step).isEmpty();
    }

    /** Parts go one beside the other, and never beside an undo of the whole. */
    private boolean mayMakeGoodInPart(StepDefinition<?> step) {
        return !ordersOf(step).parts().isEmpty()
                && state.operation(step.name()).stands()
                && !state.isReviewed(step.name(), ReviewReason.CONTRADICTION)
                && unsettledBefore(step).isEmpty();
    }

    /** Whether the step may have run before memory was lost, and nobody has asked yet. */
    private boolean mayHaveRunUnnoticed(StepDefinition<?> step) {
        return is(step.name(), PLANNED) && ForgottenSends.mayStandUnnoticed(step) && forgotten.contains(step.name());
    }

    /** Whether the saga, turning back, has to ask about the step, and has asked about those that it follows. */
    private boolean mustBeAskedFor(StepDefinition<?> step) {
        return mayHaveRunUnnoticed(step)
                && step.after().stream()
                        .allMatch(before -> isOver(before)
                                || state.operation(before).result().isPresent()
                                || !ForgottenSends.isCall(
                                        definition.step(before).orElseThrow()));
    }

    /**
     * A step that is not settled and that the undo has to wait for, or that this one has to wait for in turn: an undo in between may be
     * missing, or done before the success that it should have waited for came late. Empty when nothing stands in the way.
     */
    Optional<String> unsettledBefore(StepDefinition<?> step) {
        Deque<String> open = new ArrayDeque<>(definition.undoAfter(step.name()));
        Set<String> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            StepDefinition<?> other = definition.step(open.pop()).orElseThrow();
            if (!settled(other) || !itemsSettled(other)) {
                return Optional.of(other.name());
            }
            definition.undoAfter(other.name()).stream().filter(seen::add).forEach(open::add);
        }
        return Optional.empty();
    }

    private boolean itemsSettled(StepDefinition<?> step) {
        return !(step.body() instanceof ForEachDefinition<?> forEach)
                || SagaSteps.items(forEach, state, step.name()).stream().allMatch(this::settled);
    }

    private boolean is(String operation, OperationStatus status) {
        return state.statusOf(operation) == status;
    }
}
