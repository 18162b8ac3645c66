package io.querent.admin.access;

/** What somebody may be allowed to do. */
public enum Permission {
    /** See sagas, their history with masked payloads, reviews, figures and definitions. */
    VIEW,
    /** Start sagas. */
    START,
    /** Act on sagas and reviews, and make bulk jobs. */
    ACT,
    /** Approve what somebody else wants to do. */
    APPROVE,
    /** Read what people did that concerns no saga, and check the chain of the audit. */
    AUDIT,
    /** Change accounts. */
    ADMINISTER
}
