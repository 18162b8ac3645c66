package io.querent.runtime.work;

import io.querent.decision.OperatorDecision;
import io.querent.decision.OperatorDecision.CompensatePart;
import io.querent.decision.OperatorDecision.CompensateStep;
import io.querent.decision.SagaState;
import io.querent.decision.UndoOrders;
import io.querent.runtime.codec.StatedAmounts;
import io.querent.saga.Amount;
import io.querent.saga.SagaDefinition;
import java.util.Optional;
import java.util.function.BiFunction;

/** What a decision is about in money, as the saga's definition says; empty where it does not. Thread-safe. */
public final class AmountsAtStake implements BiFunction<SagaState, OperatorDecision, Optional<Amount>> {
    private final Definitions definitions;
    private final StatedAmounts stated;

    /** @param definitions sagas of others are about an amount that nobody knows */
    public AmountsAtStake(Definitions definitions, StatedAmounts stated) {
        this.definitions = definitions;
        this.stated = stated;
    }

    @Override
    public Optional<Amount> apply(SagaState saga, OperatorDecision decision) {
        if (decision instanceof CompensatePart part) {
            return withPartsBefore(saga, part);
        }
        Optional<SagaDefinition<?>> definition =
                definitions.find(saga.key().definition(), saga.origin().definitionVersion());
        return definition.flatMap(found -> decision instanceof CompensateStep step
                ? stated.atRisk(found, saga, step.operation())
                : stated.ofSaga(found, saga));
    }

    /**
     * A part counts with those of the same step that were ordered before it, whatever became of them: otherwise a rule could be passed by
     * with many small parts.
     */
    private static Optional<Amount> withPartsBefore(SagaState saga, CompensatePart part) {
        Amount sum = part.amount();
        UndoOrders orders = saga.orders().get(part.operation());
        if (orders == null) {
            return Optional.of(sum);
        }
        for (Amount before : orders.parts().values()) {
            if (!before.currency().equals(sum.currency())) {
                return Optional.empty();
            }
            sum = sum.plus(before);
        }
        return Optional.of(sum);
    }
}
