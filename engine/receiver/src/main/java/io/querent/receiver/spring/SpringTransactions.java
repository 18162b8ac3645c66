package io.querent.receiver.spring;

import io.querent.receiver.jdbc.NothingCommittedException;
import io.querent.receiver.jdbc.TransactionWork;
import io.querent.receiver.jdbc.Transactions;
import java.sql.Connection;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/**
 * Transactions that are Spring's: what the work calls takes part, with {@code JdbcClient}, repositories or {@code @Transactional} methods.
 * Thread-safe.
 */
public final class SpringTransactions implements Transactions {
    private static final TransactionDefinition OF_ITS_OWN =
            new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_REQUIRES_NEW);

    private final DataSource dataSource;
    private final PlatformTransactionManager manager;

    /** @param manager over the same {@code dataSource}, directly or through JPA */
    public SpringTransactions(DataSource dataSource, PlatformTransactionManager manager) {
        this.dataSource = dataSource;
        this.manager = manager;
    }

    @Override
    public <R> R run(TransactionWork<R> work) throws Exception {
        TransactionStatus status = manager.getTransaction(OF_ITS_OWN);
        R result;
        try {
            result = on(work);
        } catch (Throwable failed) {
            rollBack(status, failed);
            throw failed;
        }
        try {
            manager.commit(status);
        } catch (UnexpectedRollbackException rolledBack) {
            throw new NothingCommittedException(rolledBack);
        }
        return result;
    }

    private <R> R on(TransactionWork<R> work) throws Exception {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            if (!DataSourceUtils.isConnectionTransactional(connection, dataSource)) {
                throw new IllegalStateException(
                        "the transaction manager " + manager.getClass().getName()
                                + " does not manage the receiver's data source; name the one that does:"
                                + " querent.receiver.transaction-manager");
            }
            return work.on(connection);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    /** What the work threw is what counts: a connection that cannot even roll back is broken, and the server rolls back by itself. */
    private void rollBack(TransactionStatus status, Throwable failed) {
        try {
            manager.rollback(status);
        } catch (RuntimeException broken) {
            failed.addSuppressed(broken);
        }
    }
}
