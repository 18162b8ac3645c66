package io.querent.postgres;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.LocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Local transactions over plain JDBC. The user's code takes part by writing on {@link #currentConnection()}. After a serialization
 * failure or a deadlock the work runs again, a few times at most, so it must do nothing but write on that connection, and without a
 * pause of a minute between two statements. Thread-safe.
 */
public final class JdbcLocalTransactions implements LocalTransactions {
    private static final int TRIES = 5;
    private static final int TRIES_TO_RESOLVE = 12;

    /** See {@link BatchWrite}; the user's own code may think a little longer between two statements. */
    private static final String LIMIT_SILENCE = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

    private static final ThreadLocal<@Nullable Connection> CURRENT = new ThreadLocal<>();

    private final DataSource dataSource;
    private final PostgresJournal journal;

    /** @param dataSource the database that the journal is in */
    public JdbcLocalTransactions(DataSource dataSource, PostgresJournal journal) {
        this.dataSource = dataSource;
        this.journal = journal;
    }

    /**
     * The connection of the transaction that this thread runs. The engine commits it: committing, rolling back and changing
     * auto-commit are refused, closing does nothing. Savepoints are fine.
     *
     * @throws IllegalStateException outside of a step's transaction
     */
    public static Connection currentConnection() {
        Connection connection = CURRENT.get();
        if (connection == null) {
            throw new IllegalStateException(
                    "this thread runs no transaction of a saga step; ask for the connection on the thread that runs the step");
        }
        return connection;
    }

    /**
     * {@inheritDoc}
     *
     * @throws AppendRefusedException when the database refuses the append's data
     * @throws SwallowedSqlErrorException when the work went on after a statement of its own had failed
     */
    @Override
    public Optional<AppendResult> run(Work work) throws Exception {
        if (CURRENT.get() != null) {
            throw new IllegalStateException("this thread runs a transaction of a saga step already");
        }
        for (int tries = 1; ; tries++) {
            try {
                return runOnce(work);
            } catch (CommitUnclear unclear) {
                return resolve(unclear.append);
            } catch (Exception failure) {
                if (!FailureKind.isConflict(failure) || tries == TRIES) {
                    throw failure;
                }
            }
        }
    }

    private Optional<AppendResult> runOnce(Work work) throws Exception {
        try (Connection connection = borrow()) {
            boolean before = connection.getAutoCommit();
            connection.setAutoCommit(false);
            boolean committed = false;
            try {
                limitSilence(connection);
                Optional<Append> append = perform(work, connection);
                if (append.isEmpty()) {
                    return Optional.empty();
                }
                AppendResult result = append(connection, append.get());
                if (result instanceof AppendResult.Appended) {
                    commit(connection, append.get());
                    committed = true;
                }
                return Optional.of(result);
            } finally {
                if (!committed) {
                    Database.rollBack(connection);
                }
                Database.restoreAutoCommit(connection, before);
            }
        }
    }

    private Connection borrow() {
        try {
            return dataSource.getConnection();
        } catch (SQLException failure) {
            throw new JournalUnavailableException("beginning a local transaction", failure);
        }
    }

    private static void limitSilence(Connection connection) {
        try (Statement set = connection.createStatement()) {
            set.execute(LIMIT_SILENCE);
        } catch (SQLException failure) {
            throw new JournalUnavailableException("beginning a local transaction", failure);
        }
    }

    private static Optional<Append> perform(Work work, Connection connection) throws Exception {
        CURRENT.set(LentConnection.of(connection));
        try {
            return work.run();
        } catch (Exception failure) {
            throw isOfTheServer(connection, failure)
                    ? new JournalUnavailableException("running a local transaction", failure)
                    : failure;
        } finally {
            CURRENT.remove();
        }
    }

    /** Such a failure must not be put down to the step, whose attempts are counted. Rolls back. */
    private static boolean isOfTheServer(Connection connection, Exception failure) {
        return !Database.rollBack(connection) || FailureKind.isShortage(failure);
    }

    private AppendResult append(Connection connection, Append append) throws SQLException {
        try {
            return journal.appendOn(connection, append);
        } catch (SQLException failure) {
            switch (FailureKind.of(failure)) {
                case CONFLICT:
                    throw failure;
                case REFUSED:
                    throw new AppendRefusedException(append.key().toString(), failure);
                case ABORTED:
                    throw new SwallowedSqlErrorException(append.key(), failure);
                default:
                    throw new JournalUnavailableException("appending to " + append.key(), failure);
            }
        }
    }

    private static void commit(Connection connection, Append append) throws SQLException, CommitUnclear {
        try {
            connection.commit();
        } catch (SQLException failure) {
            // A deferred constraint or a serialization failure: the server says itself that it has rolled back.
            if (FailureKind.of(failure).isRolledBackForCertain()) {
                throw failure;
            }
            throw new CommitUnclear(append, failure);
        }
    }

    /** Empty when nothing was committed. */
    private Optional<AppendResult> resolve(Append append) throws InterruptedException {
        Patience patience = new Patience(Duration.ofMillis(50), Duration.ofSeconds(5), new CountDownLatch(1));
        for (int tries = 1; ; tries++) {
            try {
                return journal.resolve(append);
            } catch (JournalUnavailableException unavailable) {
                if (tries == TRIES_TO_RESOLVE) {
                    throw unavailable;
                }
                patience.afterFailure(unavailable);
            }
        }
    }

    /** The commit was sent and its answer did not come. */
    private static final class CommitUnclear extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Append append;

        CommitUnclear(Append append, SQLException cause) {
            super(cause);
            this.append = append;
        }
    }
}
