package io.querent.examples.payment.bank.books;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** One unit of work, one connection, one transaction. */
record Database(DataSource source) {
    /** Work on a connection that it neither commits nor closes. */
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** @throws BooksUnavailableException when the work or its commit failed; after a failed commit the outcome is unknown */
    <T> T transaction(Work<T> work) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException failure) {
                rollBack(connection, failure);
                throw failure;
            }
        } catch (SQLException failure) {
            throw new BooksUnavailableException(failure);
        }
    }

    /** For a single statement, which is its own transaction. */
    <T> T statement(Work<T> work) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(true);
            return work.on(connection);
        } catch (SQLException failure) {
            throw new BooksUnavailableException(failure);
        }
    }

    /** A broken connection cannot roll back, nor need it: the server does. The first failure is the one to report. */
    private static void rollBack(Connection connection, Exception failure) {
        try {
            connection.rollback();
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }
}
