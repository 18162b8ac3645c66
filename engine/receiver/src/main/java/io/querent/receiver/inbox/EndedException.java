package io.querent.receiver.inbox;

import org.jspecify.annotations.Nullable;

/** Carries what came of a message out of a transaction that is to be rolled back. Never leaves the inbox. */
final class EndedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Receipt receipt;

    /** @param receipt null when the message's day has no partition yet */
    EndedException(@Nullable Receipt receipt) {
        super(null, null, false, false);
        this.receipt = receipt;
    }

    @Nullable
    Receipt receipt() {
        return receipt;
    }
}
