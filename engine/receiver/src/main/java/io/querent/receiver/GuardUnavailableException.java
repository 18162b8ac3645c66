package io.querent.receiver;

import io.querent.saga.QuerentException;

/** The guard's database cannot do it now. Tell the caller to repeat under the same key, later. */
public final class GuardUnavailableException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    private GuardUnavailableException(String code, String message, Throwable cause, boolean outcomeUnknown) {
        super(code, message, cause);
        this.outcomeUnknown = outcomeUnknown;
    }

    /** Nothing took effect. */
    public static GuardUnavailableException nothingDone(String key, Throwable cause) {
        return new GuardUnavailableException(
                "QRT-9004",
                "the receiver's database failed before anything was committed; key=" + key + ", found="
                        + cause.getMessage() + "; nothing was done, repeat under the same key",
                cause,
                false);
    }

    /** The thread was interrupted before it was its turn. Nothing took effect by it. */
    public static GuardUnavailableException interrupted(String key, InterruptedException cause) {
        return new GuardUnavailableException(
                "QRT-9004",
                "the thread was interrupted while it waited for another caller of the key; key=" + key
                        + "; nothing was done by this call, repeat under the same key",
                cause,
                false);
    }

    /** The answer to a commit was lost, and the database could not be asked what became of it. */
    public static GuardUnavailableException outcomeUnknown(String key, Throwable cause) {
        return new GuardUnavailableException(
                "QRT-9005",
                "the answer to a commit was lost and the database cannot be asked; key=" + key + ", found="
                        + cause.getMessage()
                        + "; it may have taken effect: repeat under the same key, which does it once in either case",
                cause,
                true);
    }

    /** Whether it may have taken effect. */
    public boolean isOutcomeUnknown() {
        return outcomeUnknown;
    }
}
