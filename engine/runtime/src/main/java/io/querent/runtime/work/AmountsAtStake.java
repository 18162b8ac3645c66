package io.querent.runtime.work;

import io.querent.decision.OperatorDecision;
import io.querent.decision.SagaState;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.codec.PayloadCodec.PayloadException;
import io.querent.saga.Amount;
import io.querent.saga.SagaDefinition;
import java.util.Optional;
import java.util.function.BiFunction;

/** What a decision is about in money: the part that is to be made good for, else what the saga's definition says. Thread-safe. */
public final class AmountsAtStake implements BiFunction<SagaState, OperatorDecision, Optional<Amount>> {
    private final Definitions definitions;
    private final PayloadCodec payloads;

    /** @param definitions sagas of others are about an amount that nobody knows */
    public AmountsAtStake(Definitions definitions, PayloadCodec payloads) {
        this.definitions = definitions;
        this.payloads = payloads;
    }

    /** The amount; empty where nobody knows it. */
    @Override
    public Optional<Amount> apply(SagaState saga, OperatorDecision decision) {
        return decision instanceof OperatorDecision.CompensatePart part ? Optional.of(part.amount()) : of(saga);
    }

    /** What the saga as a whole is about. */
    public Optional<Amount> of(SagaState saga) {
        return definitions
                .find(saga.key().definition(), saga.origin().definitionVersion())
                .filter(SagaDefinition::statesAmount)
                .flatMap(definition -> amount(definition, saga));
    }

    private <I> Optional<Amount> amount(SagaDefinition<I> definition, SagaState saga) {
        try {
            return definition.amountOf(
                    payloads.read("input of " + saga.key(), saga.origin().input(), definition.inputType()));
        } catch (PayloadException unreadable) {
            // Nobody knows the amount then, and what nobody knows counts as too much.
            return Optional.empty();
        }
    }
}
