package io.querent.runtime.journal;

/**
 * A transaction on the engine's database that belongs to whoever calls the engine, who commits it or rolls it back. For the thread
 * that runs it.
 *
 * @param <X> what the database's refusals are thrown as: what the caller's own statements would throw
 */
public interface CallerTransaction<X extends Exception> {
    /**
     * Appends in this transaction. Anything but {@link AppendResult.Appended} has written nothing. Waits for another transaction that
     * holds the saga's row or its place, as a statement of the caller's would.
     *
     * @throws UnfitTransactionException when nothing can be appended in this transaction
     * @throws X what the database says; the transaction can only be rolled back then
     */
    AppendResult append(Append append) throws X;

    /** Runs the action when the transaction has been committed; never where that is not learnt. */
    void afterCommit(Runnable action);
}
