package io.querent.runtime.journal;

import io.querent.saga.QuerentException;

/** The database refuses the data of an append, and would again. Nothing of it was written. */
public final class AppendRefusedException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** An append of {@code saga} was refused. */
    public AppendRefusedException(String saga, Throwable cause) {
        super("QRT-3003", "the database refuses the data; saga=" + saga + ", found=" + cause.getMessage(), cause);
    }
}
