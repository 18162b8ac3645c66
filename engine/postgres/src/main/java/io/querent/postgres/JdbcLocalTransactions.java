package io.querent.postgres;

import io.querent.outbox.jdbc.LentConnection;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.CallerTransaction;
import io.querent.runtime.journal.CallerTransactions;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.LocalTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Local transactions over plain JDBC. The user's code takes part by writing on {@link #currentConnection()}. After a serialization
 * failure or a deadlock the work runs again, a few times at most, so it must do nothing but write on that connection, and without a
 * pause of a minute between two statements. A saga that the code starts is part of the transaction too. Thread-safe.
 */
public final class JdbcLocalTransactions implements LocalTransactions, CallerTransactions {
    private static final int TRIES = 5;
    private static final int TRIES_TO_RESOLVE = 12;

    /** See {@link BatchWrite}; the user's own code may think a little longer between two statements. */
    private static final String LIMIT_SILENCE = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

    private static final ThreadLocal<@Nullable Lent> CURRENT = new ThreadLocal<>();

    private final DataSource dataSource;
    private final PostgresJournal journal;

    /** What a thread's running step has been lent, and what waits for its commit. */
    private record Lent(JdbcLocalTransactions by, Connection connection, List<Runnable> afterCommit) {}

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
        Lent lent = CURRENT.get();
        if (lent == null) {
            throw new IllegalStateException(
                    "this thread runs no transaction of a saga step; ask for the connection on the thread that runs the step");
        }
        return lent.connection;
    }

    /** The transaction of the step that this thread runs. */
    @Override
    public Optional<CallerTransaction<RuntimeException>> current() {
        Lent lent = CURRENT.get();
        return lent == null || lent.by != this
                ? Optional.empty()
                : Optional.of(new StepTransaction(
                        new JdbcCallerTransaction(journal, lent.connection, lent.afterCommit::add)));
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
            List<Runnable> afterCommit = new ArrayList<>();
            try {
                return committed(runOnce(work, afterCommit), afterCommit);
            } catch (CommitUnclear unclear) {
                return committed(resolve(unclear.append), afterCommit);
            } catch (Exception failure) {
                if (!FailureKind.isConflict(failure) || tries == TRIES) {
                    throw failure;
                }
            }
        }
    }

    private static Optional<AppendResult> committed(Optional<AppendResult> result, List<Runnable> afterCommit) {
        if (result.isPresent() && result.get() instanceof AppendResult.Appended) {
            afterCommit.forEach(Runnable::run);
        }
        return result;
    }

    private Optional<AppendResult> runOnce(Work work, List<Runnable> afterCommit) throws Exception {
        try (Connection connection = borrow()) {
            boolean before = connection.getAutoCommit();
            connection.setAutoCommit(false);
            boolean committed = false;
            try {
                limitSilence(connection);
                Optional<Append> append = perform(work, connection, afterCommit);
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

    private Optional<Append> perform(Work work, Connection connection, List<Runnable> afterCommit) throws Exception {
        CURRENT.set(new Lent(this, LentConnection.of(connection), afterCommit));
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
            if (FailureKind.of(failure) == FailureKind.CONFLICT) {
                throw failure;
            }
            throw StepTransaction.translated(append, failure);
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
