package io.querent.receiver.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Transactions on connections of a data source, each borrowed for one transaction and given back as it was. Thread-safe. */
public final class JdbcTransactions implements Transactions {
    private final DataSource dataSource;

    /** @param dataSource best a pool; its connections must not be part of anybody else's transaction */
    public JdbcTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public <R> R run(TransactionWork<R> work) throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommitBefore = connection.getAutoCommit();
            if (autoCommitBefore) {
                connection.setAutoCommit(false);
            }
            boolean done = false;
            try {
                R result = work.on(connection);
                connection.commit();
                done = true;
                return result;
            } finally {
                // Also after a failed commit: where the connection still lives, it is not to be handed on within a
                // transaction.
                boolean whole = done || rollBack(connection);
                if (autoCommitBefore && whole) {
                    connection.setAutoCommit(true);
                }
            }
        }
    }

    /** A connection that cannot even roll back is broken: the server rolls back by itself, and what broke it is thrown already. */
    private static boolean rollBack(Connection connection) {
        try {
            connection.rollback();
            return true;
        } catch (SQLException brokenAnyway) {
            return false;
        }
    }
}
