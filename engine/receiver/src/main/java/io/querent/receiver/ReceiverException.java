package io.querent.receiver;

import io.querent.saga.QuerentException;

/** Something that the receiving side refuses or cannot do. Nothing took effect. */
public final class ReceiverException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private ReceiverException(String code, String message) {
        super(code, message);
    }

    static ReceiverException key(String what, String found) {
        return new ReceiverException(
                "QRT-9001",
                "the " + what + " is outside the published format; " + found + ", expected=1 to "
                        + OperationRequest.LONGEST + " of ASCII letters, digits and . _ - :; nothing was done");
    }
}
