package io.querent.spring.journal;

import io.querent.postgres.FailureKind;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.SwallowedSqlErrorException;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.spring.database.EngineDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * Local transactions that are Spring's: a step's code takes part with {@code JdbcClient}, {@code JdbcTemplate}, a repository or
 * {@code @Transactional} methods, as anywhere else. After a serialization failure or a deadlock the work runs again, a few times
 * at most, so it must do nothing but write to this database. Thread-safe.
 */
public final class SpringLocalTransactions implements LocalTransactions, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpringLocalTransactions.class);
    private static final int TRIES = 5;
    private static final TransactionDefinition OF_ITS_OWN =
            new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

    private final EngineDatabase database;
    private final PlatformTransactionManager transactionManager;
    private final PostgresJournal journal;
    private final UnclearCommits unclearCommits;

    SpringLocalTransactions(EngineDatabase database, PostgresJournal journal) {
        this.database = database;
        this.transactionManager = database.transactionManager();
        this.journal = journal;
        this.unclearCommits = new UnclearCommits(journal);
    }

    /**
     * {@inheritDoc}
     *
     * @throws AppendRefusedException when the database refuses the append's data
     * @throws SwallowedSqlErrorException when the work went on after a statement of its own had failed
     */
    @Override
    public Optional<AppendResult> run(Work work) throws Exception {
        for (int tries = 1; ; tries++) {
            try {
                return runOnce(work);
            } catch (CommitUnclear unclear) {
                return resolved(unclear);
            } catch (Exception failure) {
                if (tries == TRIES || !FailureKind.isConflict(failure)) {
                    throw failure;
                }
                LOG.debug("a local transaction runs again; tries={}, found={}", tries, failure.toString());
            }
        }
    }

    /**
     * Begins a transaction and rolls it back.
     *
     * @throws io.querent.spring.StartUpException when transactions do not contain what is written on the engine's data source
     * @throws JournalUnavailableException when the database cannot be reached
     */
    public void check() {
        TransactionStatus transaction = begin();
        try {
            BoundConnection.of(database);
        } finally {
            rollBack(transaction);
        }
    }

    /** Gives up waiting for the outcome of commits. */
    @Override
    public void close() {
        unclearCommits.close();
    }

    private Optional<AppendResult> runOnce(Work work) throws Exception {
        TransactionStatus transaction = begin();
        Optional<Append> append;
        Optional<AppendResult> result = Optional.empty();
        try {
            Connection connection = BoundConnection.of(database);
            append = work.run();
            if (append.isPresent()) {
                result = Optional.of(append(connection, append.get(), transaction));
            }
        } catch (Exception | Error failure) {
            rollBackAfter(failure, transaction);
            throw failure;
        }
        if (append.isPresent() && result.orElseThrow() instanceof AppendResult.Appended) {
            commit(transaction, append.get());
        } else {
            rollBack(transaction);
        }
        return result;
    }

    /** A commit that did not happen for no reason of the database's is the step's failure, as when JPA finds at last that a row is stale. */
    private Optional<AppendResult> resolved(CommitUnclear unclear) throws InterruptedException {
        Optional<AppendResult> result = unclearCommits.resolve(unclear.append);
        if (result.isEmpty()
                && unclear.getCause() instanceof RuntimeException failure
                && FailureKind.of(failure) == FailureKind.UNCLEAR) {
            throw failure;
        }
        return result;
    }

    private TransactionStatus begin() {
        try {
            return transactionManager.getTransaction(OF_ITS_OWN);
        } catch (CannotCreateTransactionException | DataAccessException failure) {
            throw new JournalUnavailableException("beginning a local transaction", failure);
        }
    }

    private AppendResult append(Connection connection, Append append, TransactionStatus transaction)
            throws SQLException {
        if (transaction.isRollbackOnly()) {
            throw StepCodeException.markedForRollback(append.key());
        }
        // What JPA has not written yet: its failure is the step's, where one at the commit would be unclear.
        transaction.flush();
        try {
            return journal.appendOn(connection, append);
        } catch (SQLException failure) {
            if (FailureKind.isConflict(failure)) {
                throw failure;
            }
            switch (FailureKind.of(failure)) {
                case REFUSED:
                    throw new AppendRefusedException(append.key().toString(), failure);
                case ABORTED:
                    throw new SwallowedSqlErrorException(append.key(), failure);
                default:
                    throw new JournalUnavailableException("appending to " + append.key(), failure);
            }
        }
    }

    private void commit(TransactionStatus transaction, Append append) throws CommitUnclear {
        CommitWatch watch = CommitWatch.begin();
        try {
            transactionManager.commit(transaction);
        } catch (RuntimeException | Error failure) {
            if (watch.isCommitted()) {
                // Code of the application that runs after commits; the money has moved, so the step has succeeded.
                LOG.warn("code that runs after a commit failed; saga={}", append.key(), failure);
            } else if (!watch.isCommitSent() || isRolledBackForCertain(failure)) {
                throw failure;
            } else {
                throw new CommitUnclear(append, failure);
            }
        }
    }

    private static boolean isRolledBackForCertain(Throwable failure) {
        return failure instanceof UnexpectedRollbackException
                || FailureKind.isConflict(failure)
                || FailureKind.of(failure).isRolledBackForCertain();
    }

    /** Only a broken connection cannot even roll back. The server rolls back by itself then. */
    private void rollBackAfter(Throwable failure, TransactionStatus transaction) {
        try {
            transactionManager.rollback(transaction);
        } catch (TransactionException | DataAccessException broken) {
            throw new JournalUnavailableException("running a local transaction", failure);
        }
        // Of the server and not of the step, whose attempts are counted.
        if (FailureKind.isShortage(failure)) {
            throw new JournalUnavailableException("running a local transaction", failure);
        }
    }

    /** The same where nothing had failed before: nothing is committed either way, so there is nothing to tell. */
    private void rollBack(TransactionStatus transaction) {
        try {
            transactionManager.rollback(transaction);
        } catch (TransactionException | DataAccessException broken) {
            LOG.debug("the connection broke before the rollback, which the server does by itself", broken);
        }
    }

    /** The commit was sent and its answer did not come. */
    private static final class CommitUnclear extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Append append;

        CommitUnclear(Append append, Throwable cause) {
            super(cause);
            this.append = append;
        }
    }
}
