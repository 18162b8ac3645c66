package io.querent.runtime.journal;

import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;

/** What was asked for needs the history of a saga that ended long ago, and that history has left the database. */
public final class HistoryArchivedException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** The history of {@code saga} is {@code where}. */
    public HistoryArchivedException(SagaKey saga, ArchivedHistory where) {
        super(
                "QRT-3401",
                "the history of the saga is not in the database any more; key=" + saga + ", found=since "
                        + where.retiredAt() + " " + where.whereabouts()
                        + "; read it there (archive show FILE KEY); nothing more can be done with the saga itself");
    }
}
