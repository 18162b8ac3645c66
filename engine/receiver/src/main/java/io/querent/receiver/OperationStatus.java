package io.querent.receiver;

/** States of an operation at its receiver. */
public enum OperationStatus {
    /** Claimed; somebody works on it under a lease. */
    PROCESSING,
    /** It took effect. Final. */
    SUCCEEDED,
    /** It failed in a way that another try may mend, and took no effect. */
    RETRYABLE_FAILED,
    /** Refused for good. Only an audited decision of a person leads on. */
    FAILED,
    /** Whoever worked on it is gone, and what they did is not known. Only finding out, or an audited decision, leads on. */
    UNKNOWN
}
