package io.querent.decision;

/** Why a person has to decide. */
public enum ReviewReason {
    /** The outcome is unknown, there is no way to ask, and the downstream does not honour keys. */
    CANNOT_BE_PROVED,
    /** What the query found is not what was asked for. */
    MISMATCH,
    /** Not found after the visibility window, and sending again would not be protected by the key. */
    RESEND_NOT_PROTECTED,
    /** No more questions: their budget is spent. */
    QUERY_BUDGET_SPENT,
    /** No more attempts: their budget is spent. */
    RETRY_BUDGET_SPENT,
    /** The request could not be built. */
    REQUEST_NOT_BUILT,
    /** A compensation was refused. */
    COMPENSATION_REJECTED,
    /** A step declared never to be refused was refused. */
    RETRIABLE_REJECTED,
    /** A step succeeded that declares neither a compensation nor that it needs none. */
    NO_COMPENSATION,
    /** Later evidence contradicts a final outcome. */
    CONTRADICTION,
    /** The step waits for a person's approval. */
    APPROVAL_WANTED,
    /** The provider has taken a final effect back. */
    REVERSED,
    /** An item of a for-each step was refused and has left something to make good for, while the saga goes forward. */
    EFFECT_LEFT,
    /** A person has paused the saga. */
    PAUSED,
    /** The saga's deadline has passed, and it only goes forward. */
    DEADLINE_PASSED,
    /** A newer version has opened the review, for a reason that this one does not know; the detail names it. This one opens none so. */
    OF_NEWER_VERSION
}
