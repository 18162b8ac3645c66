package io.querent.receiver;

import io.querent.saga.QuerentException;

/** The lease is over, or somebody has taken over. Nothing was written; stop. */
public final class LeaseLostException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** For the operation of that key, held with that token. */
    public LeaseLostException(String key, long token) {
        super(
                "QRT-9007",
                "the lease of an operation is lost; key=" + key + ", presented token=" + token
                        + ", expected=the newest, under a lease that lasts; nothing was written: stop, whoever comes next finds out");
    }
}
