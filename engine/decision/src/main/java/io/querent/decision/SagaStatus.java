package io.querent.decision;

/** Where a saga stands. */
public enum SagaStatus {
    /** A call is in flight, or can start at once. */
    RUNNING,
    /** Nothing is in flight; the next thing to do has its time. */
    WAITING,
    /** Making good for what was done. */
    COMPENSATING,
    /** Nothing can go on before a person decides. */
    IN_REVIEW,
    /** A person has stopped it: nothing new is begun, what is unknown is still asked for. */
    PAUSED,
    /** Every step succeeded or was skipped. Final. */
    COMPLETED,
    /** Every effect is proved undone or declared to need no undo. Final. */
    COMPENSATED,
    /** Ended with nothing done and nothing to make good. Final. */
    FAILED,
    /** Ended by a person although something is not proved or not made good. Final. */
    ABANDONED;

    /** Whether the saga has ended. */
    public boolean isFinal() {
        return this == COMPLETED || this == COMPENSATED || this == FAILED || this == ABANDONED;
    }
}
