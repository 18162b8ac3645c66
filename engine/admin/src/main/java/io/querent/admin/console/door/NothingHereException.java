package io.querent.admin.console.door;

import io.querent.saga.QuerentException;

/** There is nothing under this address, or not for who asks. */
public final class NothingHereException extends QuerentException {
    private static final long serialVersionUID = 1L;

    /** @param what what was asked for, in words of ours */
    public NothingHereException(String what) {
        super("QRT-6082", "there is no such page; asked for=" + what + "; begin at the console's navigation");
    }
}
