package io.querent.testkit.explorer;

import io.querent.decision.Conclusion;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.decision.UndoOrders;
import io.querent.saga.CompensationDefinition;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.StepDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** When a compensation may be sent: R6 and R7. */
final class UndoRules {
    private UndoRules() {}

    static void check(Change change, Operation undo) {
        SagaState before = change.before();
        String action = undo.step().name();
        UndoOrders orders = before.orders().get(action);
        boolean ordered = orders != null && (undo.isPart() ? orders.parts().containsKey(undo.name()) : orders.whole());
        RuleBroken.unless(
                ordered || before.compensating() && !undo.isPart(),
                "%s is sent although the saga goes forward and nobody ordered it",
                undo.name());
        RuleBroken.unless(
                before.operation(action).stands(),
                "%s is sent although %s is %s",
                undo.name(),
                action,
                before.statusOf(action));
        RuleBroken.unless(
                change.world().book(change.setting().action(undo).index()).effects() == 1,
                "%s is sent although %s never took effect",
                undo.name(),
                action);
        if (undo.isPart()) {
            checkWholeIsNotBegun(change, undo);
        } else {
            checkTurn(change, undo);
            checkPartsAreOver(change, undo);
        }
        checkOrder(change, undo.step(), undo.name(), new HashSet<>());
    }

    private static void checkWholeIsNotBegun(Change change, Operation part) {
        boolean begins = change.before().statusOf(part.name()) == OperationStatus.PLANNED;
        for (Operation whole : change.setting().undos(part.step())) {
            RuleBroken.unless(
                    !begins || change.before().statusOf(whole.name()) == OperationStatus.PLANNED,
                    "%s is sent beside %s",
                    part.name(),
                    whole.name());
        }
    }

    /** R6: how much is left is not known while a part may yet take effect. */
    private static void checkPartsAreOver(Change change, Operation undo) {
        boolean begins = change.before().statusOf(undo.name()) == OperationStatus.PLANNED;
        for (Operation part : change.setting().parts(undo.step())) {
            OperationStatus status = change.before().statusOf(part.name());
            RuleBroken.unless(
                    !begins || status.isFinal() || status == OperationStatus.PLANNED,
                    "%s is sent while %s is %s",
                    undo.name(),
                    part.name(),
                    status);
        }
    }

    /** One compensation follows another that was refused with a code that leads to it, and no other. */
    private static void checkTurn(Change change, Operation undo) {
        List<Operation> undos = change.setting().undos(undo.step());
        for (Operation other : undos) {
            if (other.rank() >= undo.rank()) {
                continue;
            }
            OperationState known = change.before().operation(other.name());
            CompensationDefinition.Alternative<?> next =
                    undo.step().compensation().orElseThrow().alternatives().get(other.rank() - 1);
            boolean leads = known.status() == OperationStatus.REJECTED
                    && known.conclusion() instanceof Conclusion.Refused refused
                    && next.codes().contains(refused.code());
            RuleBroken.unless(leads, "%s is sent although %s is %s", undo.name(), other.name(), known.status());
        }
    }

    /** A step without a compensation of its own stands for those that its effect depends on. */
    private static void checkOrder(Change change, StepDefinition<?> step, String undo, Set<String> seen) {
        for (String name : change.setting().definition().undoAfter(step.name())) {
            StepDefinition<?> other = change.setting().step(name);
            checkSettled(change, other, undo);
            for (StepDefinition<?> item : change.setting().items(name)) {
                checkSettled(change, item, undo);
            }
            boolean hasUndo = other.compensation().isPresent();
            if (!hasUndo && seen.add(name)) {
                checkOrder(change, other, undo, seen);
            }
        }
    }

    private static void checkSettled(Change change, StepDefinition<?> step, String undo) {
        RuleBroken.unless(
                nothingStands(change, step),
                "%s is sent before what it has to follow: %s is %s",
                undo,
                step.name(),
                change.before().statusOf(step.name()));
    }

    private static boolean nothingStands(Change change, StepDefinition<?> step) {
        SagaState state = change.before();
        return switch (state.statusOf(step.name())) {
            case PLANNED, SKIPPED -> true;
            case REJECTED, SUCCEEDED ->
                !state.operation(step.name()).stands()
                        || step.body() instanceof ForEachDefinition
                        || step.needsNoUndo()
                        || change.setting().undos(step).stream()
                                .anyMatch(undo -> state.statusOf(undo.name()) == OperationStatus.SUCCEEDED)
                        || PartRules.areAll(change.setting(), state, step);
            default -> false;
        };
    }
}
