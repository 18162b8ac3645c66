package io.querent.runtime;

import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;

/** A key was used again with other parameters. The first saga is untouched and nothing new was started. */
public final class OperationKeyConflictException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private final SagaKey key;

    /** The saga of {@code key} was started with another input. */
    public OperationKeyConflictException(SagaKey key) {
        super(
                "QRT-3301",
                "the key was used with other parameters; key=" + key + ", saga=" + key.id()
                        + "; a repeat must carry the parameters of the first start, another piece of business needs a key of its own");
        this.key = key;
    }

    /** The key. */
    public SagaKey key() {
        return key;
    }
}
