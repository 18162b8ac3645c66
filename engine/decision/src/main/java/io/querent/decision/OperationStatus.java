package io.querent.decision;

/** Where an operation stands. */
public enum OperationStatus {
    /** Nothing was sent yet. */
    PLANNED,
    /** An attempt's intent is committed and its outcome is not. */
    IN_FLIGHT,
    /** The effect happened. Final. */
    SUCCEEDED,
    /** There is no effect and there never will be. Final. */
    REJECTED,
    /** It is certain that no attempt took effect; the next one has its time. */
    BACKING_OFF,
    /** The downstream accepted it and has not finished. */
    PENDING,
    /** Nobody can say. Only a query, a resend under the same key, a callback or an audited decision leads on. */
    UNKNOWN,
    /** A person has to decide. */
    IN_REVIEW,
    /** Begun, and waiting for its time, a word from outside, a person's approval, or its items. */
    AWAITING,
    /** Not run, because its condition did not hold or another branch was chosen. Final. */
    SKIPPED;

    /** Whether nothing leads on from here. */
    public boolean isFinal() {
        return this == SUCCEEDED || this == REJECTED || this == SKIPPED;
    }
}
