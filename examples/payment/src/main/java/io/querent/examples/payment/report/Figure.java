package io.querent.examples.payment.report;

/** What is counted. */
public enum Figure {
    /** Sends, and local transactions, that began. */
    ATTEMPTS,
    /** Sends of an operation after one whose outcome was unknown. */
    RESENDS,
    /** Attempts of which it was certain that they were not carried out: refused connections, 429, a lost database transaction. */
    NOT_EXECUTED,
    /** Questions asked. */
    QUESTIONS,
    /** Operations that were accepted and not final at first. */
    PENDING,
    /** Attempts whose outcome was unknown. */
    UNKNOWN,
    /** Of these: found by a query. */
    FOUND,
    /** Of these: found by a query after another had not found it. */
    FOUND_LATE,
    /** Of these: a query found a definite no. */
    FOUND_REJECTED,
    /** Of these: provably absent, so the same request was sent again under the same key. */
    SENT_AGAIN,
    /** Of these: left to a person. */
    REVIEWED,
    /** Of these: not resolved yet. */
    OPEN,
    /** Answers that came after the engine had stopped waiting. */
    LATE_ANSWERS,
    /** Transfers given back by the bank. */
    REVERSALS,
    /** Reservations given back to customers. */
    RELEASES
}
