package io.querent.saga;

import org.jspecify.annotations.Nullable;

/**
 * Root of every exception that Querent throws on purpose. The message begins with a stable code, {@code QRT-nnnn}, which
 * {@code docs/errors.md} explains, and says what happened, with which key, what was expected and what to do.
 */
public class QuerentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    /**
     * @param code stable code such as {@code QRT-2004}
     * @param message what happened, without the code
     */
    public QuerentException(String code, String message) {
        super(code + " " + message);
        this.code = code;
    }

    /**
     * @param code stable code such as {@code QRT-2004}
     * @param message what happened, without the code
     * @param cause what was established to be the cause; null when nothing was
     */
    public QuerentException(String code, String message, @Nullable Throwable cause) {
        super(code + " " + message, cause);
        this.code = code;
    }

    /** The stable code, {@code QRT-nnnn}. */
    public final String code() {
        return code;
    }
}
