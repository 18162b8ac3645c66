package io.querent.saga;

/** How an operation takes effect. */
public enum OperationKind {
    /** A call to a downstream, whose outcome may stay unknown. */
    CALL,
    /** Business writes in the engine's own database, in one transaction with the step's events: it happened or it did not. */
    LOCAL_TRANSACTION
}
