package io.querent.runtime.masking;

import io.querent.outbox.FailureMask;
import org.jspecify.annotations.Nullable;

/**
 * A failure as it may be logged. Code of users throws it, and its message may hold a payload: here are its class, its masked message, where
 * it was thrown, and its causes likewise. Never thrown.
 */
public final class MaskedFailure extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int DEEPEST_CAUSE = 16;
    private static final int LONGEST_MESSAGE = 2_000;
    private static final TextMask MASK = new TextMask(MaskingRules.NOTHING_SHOWN);

    /** For what logs failures and is not of the engine. */
    public static final FailureMask FOR_LOGS = new FailureMask() {
        @Override
        public String text(String error) {
            return MaskedFailure.text(error);
        }

        @Override
        public Throwable of(Throwable failure) {
            return MaskedFailure.of(failure);
        }
    };

    private MaskedFailure(Throwable failure, int depth) {
        super(text(failure.toString()), cause(failure, depth), false, true);
        setStackTrace(failure.getStackTrace());
    }

    /** The failure, masked. */
    public static MaskedFailure of(Throwable failure) {
        return new MaskedFailure(failure, 0);
    }

    /** The text, masked and bounded, for a log. */
    public static String text(String text) {
        return MASK.mask(text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + '\u2026');
    }

    private static @Nullable Throwable cause(Throwable failure, int depth) {
        Throwable cause = failure.getCause();
        return cause == null || depth == DEEPEST_CAUSE ? null : new MaskedFailure(cause, depth + 1);
    }

    /** As the failure's own would begin. */
    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}
