package io.querent.runtime.codec;

import io.querent.saga.QuerentException;

/** A stored event cannot be read by this version. Only its own saga is affected; it is left alone for a node that can. */
public final class UnreadableEventException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private UnreadableEventException(String message) {
        super("QRT-3010", message);
    }

    private UnreadableEventException(String message, Throwable cause) {
        super("QRT-3011", message, cause);
    }

    private UnreadableEventException(String message, PayloadNotRevealedException cause) {
        super(cause.code(), message, cause);
    }

    /** A payload of it is protected and cannot be revealed. */
    static UnreadableEventException notRevealed(EncodedEvent stored, PayloadNotRevealedException cause) {
        return new UnreadableEventException(
                "a stored event cannot be read; type=" + stored.type() + ", found=" + cause.getMessage(), cause);
    }

    /** This version does not know the name or the revision. */
    public static UnreadableEventException unknown(EncodedEvent stored) {
        return new UnreadableEventException(
                "this version cannot read a stored event; type=" + stored.type() + ", revision=" + stored.revision()
                        + "; run the saga on a node with the version that wrote it, or a newer one");
    }

    /** What is stored is not what was written. */
    public static UnreadableEventException damaged(EncodedEvent stored, Throwable cause) {
        return new UnreadableEventException(
                "a stored event is damaged; type=" + stored.type() + ", revision=" + stored.revision() + ", found="
                        + cause.getMessage(),
                cause);
    }
}
