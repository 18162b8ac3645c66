package io.querent.examples.payment.command;

import io.querent.saga.QuerentException;

/** Why something failed, in one line. */
public final class Causes {
    private Causes() {}

    /** What Querent says, if the failure is one of its own; otherwise the innermost cause. */
    public static String describe(Throwable failure) {
        Throwable innermost = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof QuerentException own) {
                return String.valueOf(own.getMessage());
            }
            innermost = cause;
        }
        return innermost.getMessage() == null
                ? innermost.getClass().getSimpleName()
                : innermost.getClass().getSimpleName() + ": " + innermost.getMessage();
    }
}
