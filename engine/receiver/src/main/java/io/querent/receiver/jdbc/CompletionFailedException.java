package io.querent.receiver.jdbc;

/**
 * Carries what a completion threw out of its transaction, so that it is not taken for the guard's own. Its state, found through the cause,
 * decides what follows. Never leaves the guard.
 */
final class CompletionFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    CompletionFailedException(Exception cause) {
        super(null, cause, false, false);
    }

    /** What the completion threw, or the failure itself where it was none of the completion's. */
    static Throwable of(Throwable failure) {
        return failure instanceof CompletionFailedException failed && failed.getCause() != null
                ? failed.getCause()
                : failure;
    }
}
