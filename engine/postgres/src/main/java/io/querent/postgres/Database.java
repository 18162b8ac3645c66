package io.querent.postgres;

import io.querent.runtime.journal.JournalUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Borrows connections for one statement or one transaction each. It leaves no trace on them: no session setting, lock, temporary
 * table or listener, so that a transaction-mode pooler may stand in between.
 */
final class Database {
    private static final int TRIES_AGAINST_CONFLICTS = 5;

    /** Of this transaction, not of the session. */
    private static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private final DataSource dataSource;
    private final int answerLimitMillis;

    /** Waits for answers as long as the connections themselves allow. */
    Database(DataSource dataSource) {
        this(dataSource, Duration.ZERO);
    }

    /** Takes a connection for dead when an answer takes longer than the limit, which is a setting of the client's socket. */
    Database(DataSource dataSource, Duration answerLimit) {
        this.dataSource = dataSource;
        this.answerLimitMillis = (int) Math.min(Integer.MAX_VALUE, answerLimit.toMillis());
    }

    /** What is done with a connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * Runs statements that each commit by themselves. After a conflict they run again, in one transaction at READ COMMITTED: at a
     * stricter level, which may be the server's default, a statement on many busy rows would meet the next conflict, and the next.
     *
     * @param what what is being done, for the message
     */
    <T> T autoCommitted(String what, Work<T> work) {
        return translated(
                what,
                tries -> tries == 1
                        ? borrow(true, work)
                        : borrow(false, connection -> committedAtReadCommitted(connection, work)));
    }

    /** Runs statements in one transaction at READ COMMITTED, in which each sees what was committed before it, and commits it. */
    <T> T committed(String what, Work<T> work) {
        return translated(what, tries -> borrow(false, connection -> committedAtReadCommitted(connection, work)));
    }

    private static <T> T committedAtReadCommitted(Connection connection, Work<T> work) throws SQLException {
        boolean done = false;
        try (Statement begin = connection.createStatement()) {
            begin.execute(READ_COMMITTED);
            T result = work.on(connection);
            connection.commit();
            done = true;
            return result;
        } finally {
            if (!done) {
                rollBack(connection);
            }
        }
    }

    /** Runs statements in one transaction and rolls it back, whatever they did. */
    <T> T rolledBack(String what, Work<T> work) {
        return translated(
                what,
                tries -> borrow(false, connection -> {
                    try {
                        return work.on(connection);
                    } finally {
                        rollBack(connection);
                    }
                }));
    }

    /**
     * Runs statements that begin and commit a transaction themselves; rolls back when an exception ends them. Leaves it to the caller
     * to judge what a failure means; see {@link FailureKind}.
     */
    <T> T scripted(Work<T> work) throws SQLException {
        return borrow(true, connection -> {
            boolean done = false;
            try {
                T result = work.on(connection);
                done = true;
                return result;
            } finally {
                if (!done) {
                    rollBackByStatement(connection);
                }
            }
        });
    }

    private <T> T borrow(boolean autoCommit, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommitBefore = connection.getAutoCommit();
            int limitBefore = connection.getNetworkTimeout();
            boolean limited = answerLimitMillis > 0 && (limitBefore == 0 || answerLimitMillis < limitBefore);
            if (autoCommitBefore != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
            if (limited) {
                connection.setNetworkTimeout(Runnable::run, answerLimitMillis);
            }
            try {
                return work.on(connection);
            } finally {
                if (limited) {
                    restoreLimit(connection, limitBefore);
                }
                if (autoCommitBefore != autoCommit) {
                    restoreAutoCommit(connection, autoCommitBefore);
                }
            }
        }
    }

    /**
     * A connection that cannot even roll back is broken: the server rolls back by itself, and what broke it is thrown already.
     *
     * @return whether the connection is not broken
     */
    static boolean rollBack(Connection connection) {
        try {
            connection.rollback();
            return true;
        } catch (SQLException brokenAnyway) {
            return false;
        }
    }

    /** The same for a transaction that was not begun through the driver's interface. Harmless where none is open. */
    @SuppressWarnings("EmptyCatch")
    private static void rollBackByStatement(Connection connection) {
        try (Statement rollback = connection.createStatement()) {
            rollback.execute("ROLLBACK");
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

    @SuppressWarnings("EmptyCatch")
    private static void restoreLimit(Connection connection, int before) {
        try {
            connection.setNetworkTimeout(Runnable::run, before);
        } catch (SQLException brokenAnyway) {
        }
    }

    private interface Attempt<T> {
        T run(int tries) throws SQLException;
    }

    private static <T> T translated(String what, Attempt<T> attempt) {
        for (int tries = 1; ; tries++) {
            try {
                return attempt.run(tries);
            } catch (SQLException failure) {
                if (FailureKind.of(failure) != FailureKind.CONFLICT || tries == TRIES_AGAINST_CONFLICTS) {
                    throw new JournalUnavailableException(what, failure);
                }
            }
        }
    }
}
