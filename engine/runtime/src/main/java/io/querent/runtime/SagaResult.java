package io.querent.runtime;

import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.SagaKey;
import io.querent.saga.StepHandle;
import java.util.Optional;

/** How a saga ended. Immutable. */
public final class SagaResult {
    private final SagaState state;
    private final PayloadCodec payloads;

    /** @param state the state of a saga that has ended */
    public SagaResult(SagaState state, PayloadCodec payloads) {
        this.state = state;
        this.payloads = payloads;
    }

    /** The saga's identity. */
    public SagaKey key() {
        return state.key();
    }

    /** COMPLETED, COMPENSATED or FAILED. */
    public SagaStatus status() {
        return state.ended().orElseThrow();
    }

    /** The result of a step, if it succeeded. */
    public <R> Optional<R> result(StepHandle<R> step) {
        return state.operation(step.name())
                .result()
                .map(json -> payloads.read("result of step " + step, json, step.resultType()));
    }
}
