package io.querent.spring.journal;

import io.querent.postgres.JdbcCallerTransaction;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.CallerTransaction;
import io.querent.runtime.journal.CallerTransactions;
import io.querent.runtime.journal.UnfitTransactionException;
import io.querent.spring.database.EngineDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The application's own transactions on the engine's data source, of whatever transaction manager in its context. A failure of the
 * database is thrown as {@code JdbcTemplate} would throw it. Thread-safe.
 */
public final class SpringCallerTransactions implements CallerTransactions {
    private static final SQLExceptionTranslator TRANSLATOR = new SQLExceptionSubclassTranslator();

    private final DataSource dataSource;
    private final PostgresJournal journal;
    private final CallerTransactionWatch watch;

    SpringCallerTransactions(
            EngineDatabase database, PostgresJournal journal, Iterable<ConfigurableTransactionManager> managers) {
        this.dataSource = database.dataSource();
        this.journal = journal;
        this.watch = new CallerTransactionWatch(dataSource);
        managers.forEach(watch::watch);
        if (database.transactionManager() instanceof ConfigurableTransactionManager own) {
            watch.watch(own);
        }
    }

    @Override
    public Optional<CallerTransaction<RuntimeException>> current() {
        return watch.current().map(Joined::new);
    }

    private final class Joined implements CallerTransaction<RuntimeException> {
        private final JoinableTransaction transaction;

        Joined(JoinableTransaction transaction) {
            this.transaction = transaction;
        }

        @Override
        public AppendResult append(Append append) {
            if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
                throw UnfitTransactionException.readOnly(append.key(), null);
            }
            JoinableTransaction.requireNoOuterStartOf(append.key());
            AppendResult result = appendOnBound(append);
            if (result instanceof AppendResult.Appended) {
                transaction.started(append.key().id());
            }
            return result;
        }

        @Override
        public void afterCommit(Runnable action) {
            transaction.whenCommitted(action);
        }

        private AppendResult appendOnBound(Append append) {
            Connection connection = DataSourceUtils.getConnection(dataSource);
            try {
                Connection timed = TimedConnection.of(connection, dataSource);
                return new JdbcCallerTransaction(journal, timed, transaction::whenCommitted).append(append);
            } catch (SQLException failure) {
                throw translated(append, failure);
            } finally {
                DataSourceUtils.releaseConnection(connection, dataSource);
            }
        }
    }

    private static DataAccessException translated(Append append, SQLException failure) {
        String task = "starting saga " + append.key();
        DataAccessException known = TRANSLATOR.translate(task, null, failure);
        return known == null ? new UncategorizedSQLException(task, null, failure) : known;
    }
}
