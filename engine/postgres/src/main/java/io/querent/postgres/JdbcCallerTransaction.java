package io.querent.postgres;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.CallerTransaction;
import io.querent.runtime.journal.UnfitTransactionException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;

/** A transaction that somebody runs on a connection to the engine's database. For the thread that runs it. */
public final class JdbcCallerTransaction implements CallerTransaction<SQLException> {
    private static final String READ_ONLY_TRANSACTION = "25006";

    private final PostgresJournal journal;
    private final Connection connection;
    private final Consumer<Runnable> afterCommit;

    /**
     * The transaction that is open on {@code connection}.
     *
     * @param afterCommit takes what is to be run after the commit, and may drop it: the saga is found by its due time then
     */
    public JdbcCallerTransaction(PostgresJournal journal, Connection connection, Consumer<Runnable> afterCommit) {
        this.journal = journal;
        this.connection = connection;
        this.afterCommit = afterCommit;
    }

    @Override
    public AppendResult append(Append append) throws SQLException {
        if (connection.getAutoCommit()) {
            throw UnfitTransactionException.autoCommit(append.key());
        } else if (connection.isReadOnly()) {
            throw UnfitTransactionException.readOnly(append.key(), null);
        }
        try {
            return journal.appendOn(connection, append);
        } catch (SQLException failure) {
            if (READ_ONLY_TRANSACTION.equals(failure.getSQLState())) {
                throw UnfitTransactionException.readOnly(append.key(), failure);
            }
            throw failure;
        }
    }

    @Override
    public void afterCommit(Runnable action) {
        afterCommit.accept(action);
    }
}
