package io.querent.receiver.jdbc;

/**
 * Where the receiver gets its transactions from: plain JDBC ({@link JdbcTransactions}), or whatever manages transactions in your service,
 * so that repositories called by the work take part. Implementations are thread-safe.
 */
@FunctionalInterface
public interface Transactions {
    /**
     * Runs something in a transaction of its own, never in one that exists: it commits before this returns, and rolls back when
     * {@code work} throws. The isolation level is set by the work's first statement.
     *
     * @return what the work returned, once it is committed
     * @throws NothingCommittedException when the commit turned out to be a rollback, which is certain then
     * @throws Exception the very one that the work threw; any other when the transaction cannot begin or its commit fails
     */
    <R> R run(TransactionWork<R> work) throws Exception;
}
