package io.querent.axon;

import java.util.ArrayDeque;
import java.util.Deque;
import org.axonframework.commandhandling.CommandCallback;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.common.transaction.NoTransactionManager;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;

/**
 * Handles every command in a unit of work of its own, whatever unit of work the sender is in. Axon would nest it: its events
 * would wait for the sender's commit, together with those of other sagas, and a batch of an event processor that sends two
 * commands could not be stored at all. Here a command that has returned is committed.
 *
 * <p>There is no transaction around a command. The journal writes and commits on connections of its own, so a transaction here
 * would hold a connection while waiting for another one, and contain nothing.
 */
final class SagaCommandBus extends SimpleCommandBus {
    SagaCommandBus() {
        super(SimpleCommandBus.builder().transactionManager(NoTransactionManager.INSTANCE));
    }

    @Override
    protected <C, R> void doDispatch(CommandMessage<C> command, CommandCallback<? super C, ? super R> callback) {
        Deque<UnitOfWork<?>> senders = suspendAll();
        try {
            super.doDispatch(command, callback);
        } finally {
            senders.forEach(CurrentUnitOfWork::set);
        }
    }

    /** Innermost last, so that setting them in order nests them as they were. */
    private static Deque<UnitOfWork<?>> suspendAll() {
        Deque<UnitOfWork<?>> suspended = new ArrayDeque<>();
        while (CurrentUnitOfWork.isStarted()) {
            UnitOfWork<?> innermost = CurrentUnitOfWork.get();
            CurrentUnitOfWork.clear(innermost);
            suspended.addFirst(innermost);
        }
        return suspended;
    }
}
