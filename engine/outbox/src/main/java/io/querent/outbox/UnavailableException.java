package io.querent.outbox;

import io.querent.saga.QuerentException;

/** The database cannot be reached or refuses to work for now. Whether what was to be written has been is not known; trying again may help. */
public class UnavailableException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /**
     * @param code stable code such as {@code QRT-3001}
     * @param message what happened, without the code
     */
    public UnavailableException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
