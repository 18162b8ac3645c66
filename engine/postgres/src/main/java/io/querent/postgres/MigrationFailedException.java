package io.querent.postgres;

import io.querent.saga.QuerentException;

/** The schema could not be brought up to date although the database can be reached. */
public final class MigrationFailedException extends QuerentException {
    private static final long serialVersionUID = 1L;

    MigrationFailedException(Throwable cause) {
        super(
                "QRT-3106",
                "the schema querent cannot be brought up to date; found=" + cause.getMessage()
                        + "; give Querent's role the right to create the schema, and leave its tables to Querent",
                cause);
    }
}
