package io.querent.decision;

import io.querent.saga.SagaDefinition;
import java.time.Instant;

/**
 * What it means that an operation took effect which the engine or a person had given up, without the downstream's own word that it
 * never would. Pure.
 */
final class LateSuccesses {
    private LateSuccesses() {}

    /** A saga that goes forward has a success; one that has turned back has one effect more to make good for (R6). */
    static SagaEvent of(
            SagaDefinition<?> definition,
            SagaState state,
            OperationState known,
            int attempt,
            String result,
            Via via,
            Instant at) {
        boolean action = definition.step(known.name()).isPresent();
        return state.compensating() && action
                ? new SagaEvent.LateSuccess(known.name(), attempt, result, via, at)
                : new SagaEvent.OperationSucceeded(known.name(), attempt, result, via, at);
    }
}
