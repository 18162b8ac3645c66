package io.querent.spring.journal;

import io.querent.runtime.journal.UnfitTransactionException;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;

/**
 * A running transaction of the application's, as long as something can still be written in it. It stands among the transaction's
 * synchronizations, so it is put aside with it when another transaction begins, and forgotten with it. For one thread.
 */
final class JoinableTransaction implements TransactionSynchronization {
    /** Sagas started in transactions of this thread that wait for an inner one to end. */
    private static final ThreadLocal<@Nullable Set<SagaId>> SUSPENDED = new ThreadLocal<>();

    private final CallerTransactionWatch owner;
    private final Set<SagaId> started = new HashSet<>();
    private final List<Runnable> actions = new ArrayList<>();
    private boolean ending;

    JoinableTransaction(CallerTransactionWatch owner) {
        this.owner = owner;
    }

    boolean isOpenFor(CallerTransactionWatch watch) {
        return owner == watch && !ending;
    }

    /** Commit or rollback comes next. What is written later, by code that runs after a commit, would be written nowhere. */
    void end() {
        ending = true;
    }

    /** @throws UnfitTransactionException when the thread itself holds the saga's place, in a transaction that cannot go on */
    static void requireNoOuterStartOf(SagaKey key) {
        Set<SagaId> suspended = SUSPENDED.get();
        if (suspended != null && suspended.contains(key.id())) {
            throw UnfitTransactionException.waitsForItself(key);
        }
    }

    void started(SagaId saga) {
        started.add(saga);
    }

    void whenCommitted(Runnable action) {
        actions.add(action);
    }

    @Override
    public void suspend() {
        Set<SagaId> suspended = SUSPENDED.get();
        Set<SagaId> more = new HashSet<>(started);
        if (suspended != null) {
            more.addAll(suspended);
        }
        SUSPENDED.set(more);
    }

    @Override
    public void resume() {
        Set<SagaId> suspended = SUSPENDED.get();
        if (suspended != null) {
            suspended.removeAll(started);
            if (suspended.isEmpty()) {
                SUSPENDED.remove();
            }
        }
    }

    /** Which starts were undone is the database's to know. */
    @Override
    public void savepointRollback(Object savepoint) {
        started.clear();
    }

    @Override
    public void afterCommit() {
        actions.forEach(Runnable::run);
    }
}
