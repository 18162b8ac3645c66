package io.querent.examples.payment.ledger;

/** Where an operation moves money within an account. */
public enum Movement {
    /** From what is available to what is reserved. */
    RESERVE,
    /** Back again. */
    RELEASE,
    /** From what is reserved to what is gone. */
    BOOK
}
