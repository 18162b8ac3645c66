package io.querent.runtime.journal;

import io.querent.saga.QuerentException;

/** The journal was closed before the append was committed. What is stored decides; the next owner goes on from there. */
public final class JournalClosedException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** An append of {@code saga} was under way. */
    public JournalClosedException(String saga) {
        super("QRT-3002", "the engine is shutting down; saga=" + saga + "; its next owner goes on from what is stored");
    }
}
