package io.querent.runtime.work;

import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaState;
import io.querent.saga.Amount;
import java.util.Optional;
import java.util.function.BiFunction;

/** What a decision is about in money, as the saga's definition says; empty where it does not. Thread-safe. */
final class AmountsAtStake implements BiFunction<SagaState, OperatorDecision, Optional<Amount>> {
    private final Definitions definitions;

    AmountsAtStake(Definitions definitions) {
        this.definitions = definitions;
    }

    @Override
    public Optional<Amount> apply(SagaState saga, OperatorDecision decision) {
        return Optional.empty();
    }
}
