package io.querent.decision;

import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How much of a step's effect is made good for in parts. A part counts from when it is ordered until it is proved to have had no effect, so
 * that the parts never come to more than the whole, whatever the downstream does. Pure; holds no state of its own.
 */
record PartsOfEffect(SagaState state, UndoOrders orders) {
    static PartsOfEffect of(SagaState state, String step) {
        return new PartsOfEffect(state, state.orders().getOrDefault(step, UndoOrders.NONE));
    }

    /** Names of the parts' operations. */
    List<String> names() {
        return List.copyOf(orders.parts().keySet());
    }

    /** Parts that nothing was sent for yet and that are still wanted. */
    List<String> planned() {
        return names().stream()
                .filter(name -> state.statusOf(name) == OperationStatus.PLANNED)
                .filter(name -> !orders.withdrawn().contains(name))
                .toList();
    }

    /** Whether a part is still wanted or under way, or nobody can say what became of it: the rest waits for it (R6). */
    boolean anyOpen() {
        return names().stream().anyMatch(this::isOpen);
    }

    boolean isOpen(String name) {
        OperationStatus status = state.statusOf(name);
        boolean taken = status == OperationStatus.PLANNED && orders.withdrawn().contains(name);
        return !taken && !status.isFinal() || isInQuestion(name) || isRefusedWithEffect(name);
    }

    /** Whether a part took effect, so that only a rest is left. */
    boolean anyTookEffect() {
        return names().stream().anyMatch(this::tookEffect);
    }

    /** What is left for people to order; empty where no part was ordered yet. */
    Optional<Amount> left() {
        return without(name -> tookEffect(name) || isOpen(name));
    }

    /** What a compensation of the whole still has to undo; empty where that is all. */
    Optional<Amount> rest() {
        return anyTookEffect() ? without(this::tookEffect) : Optional.empty();
    }

    /** Whether the parts come to the whole. */
    boolean areAll() {
        return rest().filter(rest -> !rest.exceedsNothing()).isPresent();
    }

    private Optional<Amount> without(Predicate<String> counts) {
        Amount left = orders.worth();
        for (String name : names()) {
            if (left != null && counts.test(name)) {
                left = left.minus(amount(name));
            }
        }
        return Optional.ofNullable(left);
    }

    /** Amount of the part of that name. */
    Amount amount(String name) {
        Amount amount = orders.parts().get(name);
        if (amount == null) {
            throw new IllegalStateException(name + " is no part that was ordered");
        }
        return amount;
    }

    private boolean tookEffect(String name) {
        return state.statusOf(name) == OperationStatus.SUCCEEDED
                && state.operation(name).stands();
    }

    /** Whether it was refused and has left something behind, of which a person has not yet said that it is no part. */
    boolean isRefusedWithEffect(String name) {
        return state.statusOf(name) == OperationStatus.REJECTED
                && state.operation(name).stands()
                && !orders.withdrawn().contains(name);
    }

    /** Whether it is said to have taken effect although it was refused. */
    private boolean isInQuestion(String name) {
        return state.isReviewed(name, ReviewReason.CONTRADICTION) || Consequences.isSaidToBeDone(state.operation(name));
    }

    /** How much the undo of that name makes good for; empty where that is the whole effect. */
    static Optional<Amount> amountOf(SagaState state, String undo) {
        if (undo.indexOf('.') < 0) {
            return Optional.empty();
        }
        PartsOfEffect parts = of(state, OperationKey.actionOf(undo));
        return OperationKey.partOf(undo).isPresent()
                ? Optional.ofNullable(parts.orders.parts().get(undo))
                : parts.rest();
    }
}
