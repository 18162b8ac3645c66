package io.querent.receiver.jdbc;

import io.querent.receiver.OperationDecision.Outcome;

/** Carries out of a transaction that is to be rolled back why a decision was not carried out. Never leaves the desk. */
final class NotCarriedOutException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Outcome outcome;

    NotCarriedOutException(Outcome outcome) {
        super(null, null, false, false);
        this.outcome = outcome;
    }

    Outcome outcome() {
        return outcome;
    }
}
