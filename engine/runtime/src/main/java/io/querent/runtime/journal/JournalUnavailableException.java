package io.querent.runtime.journal;

import io.querent.outbox.UnavailableException;

/** The database cannot be reached or refuses to work for now. Trying again later may help. */
public final class JournalUnavailableException extends UnavailableException {
    private static final long serialVersionUID = 1L;

    /** @param what what was being done */
    public JournalUnavailableException(String what, Throwable cause) {
        super(
                "QRT-3001",
                "the database is not available; while=" + what + ", found=" + cause.getMessage()
                        + "; nothing is known to have changed, try again later",
                cause);
    }
}
