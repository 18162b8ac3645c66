package io.querent.decision;

import io.querent.saga.OperationKey;

/** How the events about what people have ordered to be made good for change a saga. Pure. */
final class OrderEvolution {
    private OrderEvolution() {}

    static boolean concerns(SagaEvent.OperationEvent event) {
        return event instanceof SagaEvent.UndoOrdered
                || event instanceof SagaEvent.PartOrdered
                || event instanceof SagaEvent.UndoWithdrawn;
    }

    /** An order makes an ended saga go on. */
    static SagaState evolve(SagaState state, OperationState operation, SagaEvent.OperationEvent event) {
        SagaState with = state.put(operation.revised(state.version() + 1));
        if (event instanceof SagaEvent.UndoOrdered) {
            return with.reopen()
                    .order(event.operation(), ofStep(state, event.operation()).all());
        } else if (event instanceof SagaEvent.PartOrdered part) {
            UndoOrders orders = ofStep(state, event.operation()).part(part.part(), part.amount(), part.worth());
            return with.reopen().order(event.operation(), orders);
        }
        String step = OperationKey.actionOf(event.operation());
        return with.closeReview(event.operation())
                .order(step, ofStep(state, step).withdraw(event.operation()));
    }

    private static UndoOrders ofStep(SagaState state, String step) {
        return state.orders().getOrDefault(step, UndoOrders.NONE);
    }
}
