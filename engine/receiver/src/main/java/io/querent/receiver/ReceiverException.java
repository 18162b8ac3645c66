package io.querent.receiver;

import io.querent.saga.QuerentException;

/** Something that the receiving side refuses or cannot do. Nothing took effect. */
public final class ReceiverException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /**
     * @param code stable code such as {@code QRT-9001}
     * @param message what happened, without the code
     */
    public ReceiverException(String code, String message) {
        super(code, message);
    }

    /**
     * @param code stable code such as {@code QRT-9001}
     * @param message what happened, without the code
     * @param cause what was established to be the cause
     */
    public ReceiverException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }

    static ReceiverException key(String what, String found) {
        return new ReceiverException(
                "QRT-9001",
                "the " + what + " is outside the published format; " + found + ", expected=1 to "
                        + OperationRequest.LONGEST + " of ASCII letters, digits and . _ - :; nothing was done");
    }
}
