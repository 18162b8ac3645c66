package io.querent.saga;

/** How an operation takes effect. */
public enum OperationKind {
    /** A call to a downstream, whose outcome may stay unknown. */
    CALL,
    /** Business writes in the engine's own database, in one transaction with the step's events: it happened or it did not. */
    LOCAL_TRANSACTION,
    /** A message into the outbox, in one transaction with the step's event: it will be sent, at least once. */
    PUBLISH,
    /** Another saga that this one starts, waits for and, when it turns back, has compensated. Its outcome can be asked for. */
    CHILD_SAGA;

    /** Whether the effect is elsewhere, so that its outcome may stay unknown and has to be asked for. */
    public boolean isElsewhere() {
        return this == CALL || this == CHILD_SAGA;
    }
}
