package io.querent.postgres;

import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;

/**
 * A step's code caught the exception of a statement in its transaction and went on (25P02). PostgreSQL commits nothing of such a
 * transaction; the step is rolled back and recorded as such.
 */
public final class SwallowedSqlErrorException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** @param cause what the database says; the statement that failed first is behind it */
    public SwallowedSqlErrorException(SagaKey saga, Throwable cause) {
        super(
                "QRT-3107",
                "the step reported success, but its code swallowed an SQL error in its transaction, so nothing of it can be"
                        + " committed; saga=" + saga + ", found=" + first(cause)
                        + "; let the exception of the statement through, or run it after a savepoint and go back to that",
                cause);
    }

    /** The driver keeps the failure of the earlier statement as the cause. */
    private static String first(Throwable cause) {
        Throwable earlier = cause.getCause();
        return String.valueOf((earlier == null ? cause : earlier).getMessage());
    }
}
