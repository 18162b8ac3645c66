package io.querent.outbox;

import org.jspecify.annotations.Nullable;

/** A failure and its causes by class and place alone. Never thrown. */
final class UnquotedFailure extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int DEEPEST_CAUSE = 16;

    UnquotedFailure(Throwable failure, int depth) {
        super(failure.getClass().getName(), cause(failure, depth), false, true);
        setStackTrace(failure.getStackTrace());
    }

    private static @Nullable Throwable cause(Throwable failure, int depth) {
        Throwable cause = failure.getCause();
        return cause == null || depth == DEEPEST_CAUSE ? null : new UnquotedFailure(cause, depth + 1);
    }

    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
