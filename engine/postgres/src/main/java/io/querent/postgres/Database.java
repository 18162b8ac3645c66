package io.querent.postgres;

import io.querent.runtime.journal.JournalUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Borrows connections for one statement or one transaction each. It leaves no trace on them: no session setting, lock, temporary
 * table or listener, so that a transaction-mode pooler may stand in between.
 */
final class Database {
    private static final int TRIES_AGAINST_CONFLICTS = 5;

    private final DataSource dataSource;

    Database(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** What is done with a connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * Runs statements that each commit by themselves.
     *
     * @param what what is being done, for the message
     */
    <T> T autoCommitted(String what, Work<T> work) {
        return translated(what, () -> borrow(true, work));
    }

    /** Runs statements in one transaction and rolls it back, whatever they did. */
    <T> T rolledBack(String what, Work<T> work) {
        return translated(what, () -> borrow(false, connection -> {
            try {
                return work.on(connection);
            } finally {
                rollBack(connection);
            }
        }));
    }

    /**
     * Runs statements in one transaction and commits it, unless an exception ends it. Leaves it to the caller to judge what a
     * failure means; see {@link FailureKind}.
     */
    <T> T transaction(Work<T> work) throws SQLException {
        return borrow(false, connection -> {
            boolean committed = false;
            try {
                T result = work.on(connection);
                connection.commit();
                committed = true;
                return result;
            } finally {
                if (!committed) {
                    rollBack(connection);
                }
            }
        });
    }

    private <T> T borrow(boolean autoCommit, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean before = connection.getAutoCommit();
            if (before == autoCommit) {
                return work.on(connection);
            }
            connection.setAutoCommit(autoCommit);
            try {
                return work.on(connection);
            } finally {
                restoreAutoCommit(connection, before);
            }
        }
    }

    /** A connection that cannot even roll back is broken: the server rolls back by itself, and what broke it is thrown already. */
    @SuppressWarnings("EmptyCatch")
    static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException brokenAnyway) {
        }
    }

    /** The transaction has ended by now. A connection on which this fails is broken, and whoever borrows it next will see that. */
    @SuppressWarnings("EmptyCatch")
    static void restoreAutoCommit(Connection connection, boolean before) {
        try {
            connection.setAutoCommit(before);
        } catch (SQLException brokenAnyway) {
        }
    }

    private interface Attempt<T> {
        T run() throws SQLException;
    }

    private static <T> T translated(String what, Attempt<T> attempt) {
        for (int tries = 1; ; tries++) {
            try {
                return attempt.run();
            } catch (SQLException failure) {
                if (FailureKind.of(failure) != FailureKind.CONFLICT || tries == TRIES_AGAINST_CONFLICTS) {
                    throw new JournalUnavailableException(what, failure);
                }
            }
        }
    }
}
