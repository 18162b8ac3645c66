package io.querent.receiver.jdbc;

import java.sql.SQLException;

/** The database failed while a fence was looked at. Its state, found through the cause, decides what follows. */
final class FenceFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FenceFailedException(SQLException cause) {
        super(cause);
    }
}
