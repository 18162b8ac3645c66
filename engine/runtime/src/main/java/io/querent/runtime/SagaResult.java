package io.querent.runtime;

import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaKey;
import io.querent.saga.StepHandle;
import java.util.Optional;
import java.util.function.Supplier;

/** How a saga ended. Immutable. */
public final class SagaResult {
    private final SagaKey key;
    private final SagaStatus status;
    private final Supplier<SagaState> state;
    private final PayloadCodec payloads;

    private SagaResult(SagaKey key, SagaStatus status, Supplier<SagaState> state, PayloadCodec payloads) {
        this.key = key;
        this.status = status;
        this.state = state;
        this.payloads = payloads;
    }

    /** @param state the state of a saga that has ended */
    public SagaResult(SagaState state, PayloadCodec payloads) {
        this(state.key(), state.ended().orElseThrow(), () -> state, payloads);
    }

    /** @param saga a saga that has ended, with or without its history */
    public SagaResult(StoredSaga saga, PayloadCodec payloads) {
        this(saga.row().key(), saga.row().status(), saga::state, payloads);
    }

    /** The saga's identity. */
    public SagaKey key() {
        return key;
    }

    /** COMPLETED, COMPENSATED or FAILED. */
    public SagaStatus status() {
        return status;
    }

    /**
     * The result of a step, if it succeeded.
     *
     * @throws io.querent.runtime.journal.HistoryArchivedException when the saga ended so long ago that its history has left the database
     */
    public <R> Optional<R> result(StepHandle<R> step) {
        return state.get()
                .operation(step.name())
                .result()
                .map(json -> payloads.read("result of step " + step, json, step.resultType()));
    }
}
