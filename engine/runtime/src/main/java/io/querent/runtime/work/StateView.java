package io.querent.runtime.work;

import io.querent.decision.SagaState;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.SagaKey;
import io.querent.saga.SagaView;
import io.querent.saga.StepHandle;

/** A saga's state as the user's request functions see it. */
record StateView<I>(SagaState state, Class<I> inputType, PayloadCodec payloads) implements SagaView<I> {
    @Override
    public I input() {
        return payloads.read("input of saga " + key(), state.origin().input(), inputType);
    }

    @Override
    public SagaKey key() {
        return state.key();
    }

    @Override
    public <R> R result(StepHandle<R> step) {
        String json = state.operation(step.name())
                .result()
                .orElseThrow(() -> new IllegalStateException(
                        "step " + step + " has no result yet; it is " + state.statusOf(step.name())
                                + "; declare after(\"" + step + "\") in the step that asks for it"));
        return payloads.read("result of step " + step, json, step.resultType());
    }
}
