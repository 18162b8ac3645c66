package io.querent.spring.journal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Sees the application's transactions begin and end. That a connection is bound to the thread says too little: one is bound as well
 * when a transaction of another data source has merely borrowed it, and still is when code runs after the commit. Thread-safe.
 */
final class CallerTransactionWatch implements TransactionExecutionListener {
    private final DataSource dataSource;

    CallerTransactionWatch(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Watches the transactions of a manager from now on. */
    void watch(ConfigurableTransactionManager manager) {
        Collection<TransactionExecutionListener> listeners = manager.getTransactionExecutionListeners();
        if (!listeners.contains(this)) {
            List<TransactionExecutionListener> all = new ArrayList<>(listeners);
            all.add(this);
            manager.setTransactionExecutionListeners(all);
        }
    }

    /** The innermost transaction of this thread, if it is on the engine's data source and neither commit nor rollback have begun. */
    Optional<JoinableTransaction> current() {
        return all().filter(each -> each.isOpenFor(this)).findFirst();
    }

    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
        if (failure == null
                && TransactionSynchronizationManager.isSynchronizationActive()
                && holdsConnection(transaction)) {
            TransactionSynchronizationManager.registerSynchronization(new JoinableTransaction(this));
        }
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        end(transaction);
    }

    @Override
    public void beforeRollback(TransactionExecution transaction) {
        end(transaction);
    }

    /** A savepoint that is released is told as a commit, too. */
    private void end(TransactionExecution transaction) {
        if (transaction.isNewTransaction() && holdsConnection(transaction)) {
            current().ifPresent(JoinableTransaction::end);
        }
    }

    /** What the transaction managers for JDBC, JPA and Hibernate have in common. */
    private boolean holdsConnection(TransactionExecution transaction) {
        return transaction instanceof DefaultTransactionStatus status
                && status.hasTransaction()
                && status.getTransaction() instanceof JdbcTransactionObjectSupport held
                && held.hasConnectionHolder()
                && held.getConnectionHolder() == TransactionSynchronizationManager.getResource(dataSource);
    }

    private static Stream<JoinableTransaction> all() {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            return Stream.empty();
        }
        Collection<TransactionSynchronization> synchronizations =
                TransactionSynchronizationManager.getSynchronizations();
        return synchronizations.stream()
                .filter(JoinableTransaction.class::isInstance)
                .map(JoinableTransaction.class::cast);
    }
}
