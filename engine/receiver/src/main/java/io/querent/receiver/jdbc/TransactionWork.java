package io.querent.receiver.jdbc;

import java.sql.Connection;

/** What is done in one transaction. */
@FunctionalInterface
public interface TransactionWork<R> {
    /**
     * Does it.
     *
     * @param connection of the transaction; not to be committed, rolled back or closed
     * @throws Exception to roll back
     */
    R on(Connection connection) throws Exception;
}
