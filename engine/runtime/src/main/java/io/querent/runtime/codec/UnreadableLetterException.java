package io.querent.runtime.codec;

import io.querent.saga.QuerentException;
import org.jspecify.annotations.Nullable;

/** A stored letter cannot be read by this version. It is left alone for a node that can, and put aside when none comes. */
public final class UnreadableLetterException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private UnreadableLetterException(String message) {
        super("QRT-3012", message);
    }

    private UnreadableLetterException(String message, Throwable cause) {
        super("QRT-3013", message, cause);
    }

    private UnreadableLetterException(PayloadNotRevealedException cause) {
        super(cause.code(), "a stored letter cannot be read; found=" + cause.getMessage(), cause);
    }

    /** A newer version wrote it. */
    public static UnreadableLetterException unknown(String what, @Nullable String found) {
        return new UnreadableLetterException("this version cannot read a stored letter; " + what + "=" + found
                + "; it waits for a node with the version that wrote it, or a newer one");
    }

    static UnreadableLetterException notRevealed(PayloadNotRevealedException cause) {
        return new UnreadableLetterException(cause);
    }

    static UnreadableLetterException damaged(Throwable cause) {
        return new UnreadableLetterException("a stored letter is damaged; found=" + cause.getMessage(), cause);
    }
}
