package io.querent.saga;

/** What follows when a provider takes an effect back that had been final: a return, a chargeback. */
public enum AfterReversal {
    /** A person decides. */
    REVIEW,
    /** The saga turns back, also after it has completed: everything else is made good. */
    TURN_BACK
}
