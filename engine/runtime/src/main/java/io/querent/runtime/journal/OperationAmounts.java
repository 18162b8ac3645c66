package io.querent.runtime.journal;

import io.querent.decision.SagaState;
import io.querent.saga.Amount;
import io.querent.saga.SagaDefinition;
import java.util.Optional;

/** Tells what operations are worth, for their rows. As thread-safe as the definition's functions. */
@FunctionalInterface
public interface OperationAmounts {
    /** What the saga itself says: amounts of parts and of what they have left. */
    OperationAmounts RECORDED = (definition, state, operation) -> state.amountOf(operation);

    /** The amount that is at risk while nobody knows what became of the operation; empty where none is stated. */
    Optional<Amount> atRisk(SagaDefinition<?> definition, SagaState state, String operation);
}
