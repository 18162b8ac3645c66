package io.querent.runtime;

import io.querent.saga.QuerentException;
import org.jspecify.annotations.Nullable;

/**
 * The engine cannot say now: its database did not answer in time, or it is shutting down. What was asked for may or may not have
 * happened; asking again under the same key is safe and finds out.
 */
public final class EngineUnavailableException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** @param what what was being done, with its key */
    public EngineUnavailableException(String what, @Nullable Throwable cause) {
        super("QRT-3302", "the engine cannot say now; while=" + what + "; ask again under the same key", cause);
    }
}
