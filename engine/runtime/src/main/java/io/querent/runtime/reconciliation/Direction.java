package io.querent.runtime.reconciliation;

/** Which way money moves on the account that a report is about. */
public enum Direction {
    /** It leaves the account. */
    DEBIT,
    /** It comes to the account. */
    CREDIT
}
