package io.querent.receiver.jdbc;

/**
 * Thrown by {@link Transactions} when the commit came to a rollback for certain, as where a part of the work failed in the transaction and
 * the work went on: nothing took effect, and the same work would come to the same end.
 */
public final class NothingCommittedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param cause what the transaction manager said */
    public NothingCommittedException(Throwable cause) {
        super(
                "nothing was committed: the transaction was marked to be rolled back while the work ran, and the work went on; found="
                        + cause.getMessage()
                        + "; let the failure out of the work, or run what may fail in a transaction of its own",
                cause);
    }
}
