package io.querent.testkit.explorer;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.decision.UndoOrders;
import io.querent.saga.Amount;
import io.querent.saga.StepDefinition;
import java.math.BigDecimal;

/** What was paid back of a step, in parts and as a whole, is never more than the step was worth, whatever anybody says. */
final class PartRules {
    private PartRules() {}

    static void check(Setting setting, World world) {
        world.state.orders().forEach((name, orders) -> {
            Amount worth = orders.worth();
            if (worth != null) {
                BigDecimal back = paidBack(setting, world, setting.step(name), worth);
                RuleBroken.unless(
                        back.compareTo(worth.value()) <= 0, "%s was paid back of %s, which was %s", back, name, worth);
            }
        });
    }

    /** How much the downstreams have paid back by their own books. */
    static BigDecimal paidBack(Setting setting, World world, StepDefinition<?> step, Amount worth) {
        BigDecimal back = BigDecimal.ZERO;
        for (Operation part : setting.parts(step)) {
            BigDecimal amount =
                    world.state.amountOf(part.name()).map(Amount::value).orElse(BigDecimal.ZERO);
            back = back.add(
                    amount.multiply(BigDecimal.valueOf(world.book(part.index()).effects())));
        }
        BigDecimal partly = back;
        for (Operation undo : setting.undos(step)) {
            // The rest is what was left when it was asked for; a part that comes to light later is more than that.
            boolean asked = world.state.operation(undo.name()).request() != null;
            BigDecimal rest = asked && worth.value().compareTo(partly) >= 0
                    ? world.state.amountOf(undo.name()).orElse(worth).value()
                    : worth.value();
            back = back.add(
                    rest.multiply(BigDecimal.valueOf(world.book(undo.index()).effects())));
        }
        return back;
    }

    /** Whether the parts are said to come to the whole. */
    static boolean areAll(Setting setting, SagaState state, StepDefinition<?> step) {
        UndoOrders orders = state.orders().get(step.name());
        if (orders == null || orders.worth() == null) {
            return false;
        }
        BigDecimal back = BigDecimal.ZERO;
        for (Operation part : setting.parts(step)) {
            boolean done = state.statusOf(part.name()) == OperationStatus.SUCCEEDED;
            Amount amount = orders.parts().get(part.name());
            back = done && amount != null ? back.add(amount.value()) : back;
        }
        return back.compareTo(orders.worth().value()) >= 0;
    }
}
