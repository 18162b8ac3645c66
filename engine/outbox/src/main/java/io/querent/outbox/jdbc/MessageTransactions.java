package io.querent.outbox.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where statements on messages get their connections from. A conflict with another transaction (40001, 40P01) has the whole work run
 * again. Thread-safe.
 */
public interface MessageTransactions {
    /**
     * Runs statements in one transaction at READ COMMITTED, in which each sees what was committed before it, and commits it.
     *
     * @param what what is being done, for messages
     * @throws io.querent.outbox.UnavailableException when the database cannot be reached, or will not work for now
     */
    <T> T committed(String what, Work<T> work);

    /** Runs one statement that commits by itself. */
    <T> T autoCommitted(String what, Work<T> work);

    /** What is done with a connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }
}
