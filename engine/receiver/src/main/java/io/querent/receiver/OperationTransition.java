package io.querent.receiver;

import org.jspecify.annotations.Nullable;

/**
 * The life cycle of an operation at its receiver: every change of status there is. What is not listed does not happen: it is refused and
 * counted. Nothing leads out of {@link OperationStatus#SUCCEEDED}, and only a person leads out of {@link OperationStatus#FAILED}.
 */
public enum OperationTransition {
    /** Done in one transaction. */
    APPLY(null, OperationStatus.SUCCEEDED, Actor.ANYBODY),
    /** Refused in one transaction. */
    APPLY_REFUSED(null, OperationStatus.FAILED, Actor.ANYBODY),
    /** Claimed for long work. */
    CLAIM(null, OperationStatus.PROCESSING, Actor.ANYBODY),
    /** Long work is done. */
    COMPLETE(OperationStatus.PROCESSING, OperationStatus.SUCCEEDED, Actor.OWNER),
    /** Long work met a definite no, or has spent its budget. */
    REFUSE(OperationStatus.PROCESSING, OperationStatus.FAILED, Actor.OWNER),
    /** Long work took no effect for certain, and another try may mend it. */
    FAIL(OperationStatus.PROCESSING, OperationStatus.RETRYABLE_FAILED, Actor.OWNER),
    /** Long work ended in a way that proves nothing. */
    DOUBT(OperationStatus.PROCESSING, OperationStatus.UNKNOWN, Actor.OWNER),
    /** The lease is over, so nobody knows what its owner did. */
    EXPIRE(OperationStatus.PROCESSING, OperationStatus.UNKNOWN, Actor.ANYBODY),
    /** Another try of long work. */
    RETRY(OperationStatus.RETRYABLE_FAILED, OperationStatus.PROCESSING, Actor.ANYBODY),
    /** Another try in one transaction. */
    APPLY_AGAIN(OperationStatus.RETRYABLE_FAILED, OperationStatus.SUCCEEDED, Actor.ANYBODY),
    /** Another try in one transaction, refused. */
    APPLY_AGAIN_REFUSED(OperationStatus.RETRYABLE_FAILED, OperationStatus.FAILED, Actor.ANYBODY),
    /** Somebody takes it to find out; the status stays. */
    ASK(OperationStatus.UNKNOWN, OperationStatus.UNKNOWN, Actor.ANYBODY),
    /** Whoever asked could not find out; the status stays. */
    STILL_UNKNOWN(OperationStatus.UNKNOWN, OperationStatus.UNKNOWN, Actor.OWNER),
    /** It is found to have taken effect. */
    FOUND(OperationStatus.UNKNOWN, OperationStatus.SUCCEEDED, Actor.OWNER),
    /** It is found to have been refused. */
    FOUND_REFUSED(OperationStatus.UNKNOWN, OperationStatus.FAILED, Actor.OWNER),
    /** It is found to have taken no effect; whoever asked does it now. */
    FOUND_NOTHING(OperationStatus.UNKNOWN, OperationStatus.PROCESSING, Actor.OWNER),
    /** A person has a refused one run again. */
    RELEASE(OperationStatus.FAILED, OperationStatus.RETRYABLE_FAILED, Actor.PERSON),
    /** A person knows that it took no effect, and has it run again. */
    RELEASE_UNKNOWN(OperationStatus.UNKNOWN, OperationStatus.RETRYABLE_FAILED, Actor.PERSON),
    /** A person knows that it took effect. */
    SETTLE(OperationStatus.UNKNOWN, OperationStatus.SUCCEEDED, Actor.PERSON),
    /** A person knows that it took no effect, and it shall not. */
    SETTLE_REFUSED(OperationStatus.UNKNOWN, OperationStatus.FAILED, Actor.PERSON);

    /** Who may bring it about. */
    public enum Actor {
        /** Whoever comes first with the newest token seen, where nobody holds a lease. */
        ANYBODY,
        /** Whoever holds the lease, by the token that it was given with. */
        OWNER,
        /** An operator, audited, by the token seen, where nobody holds a lease. */
        PERSON
    }

    private final @Nullable OperationStatus from;
    private final OperationStatus to;
    private final Actor actor;

    OperationTransition(@Nullable OperationStatus from, OperationStatus to, Actor actor) {
        this.from = from;
        this.to = to;
        this.actor = actor;
    }

    /** Status before; null when the key was not known. */
    public @Nullable OperationStatus from() {
        return from;
    }

    /** Status after. */
    public OperationStatus to() {
        return to;
    }

    /** Who brings it about. */
    public Actor actor() {
        return actor;
    }
}
