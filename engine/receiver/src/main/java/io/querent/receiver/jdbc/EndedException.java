package io.querent.receiver.jdbc;

import io.querent.receiver.Execution;

/** Carries what came of an operation out of a transaction that is to be rolled back. Never leaves the guard. */
final class EndedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Execution execution;

    EndedException(Execution execution) {
        super(null, null, false, false);
        this.execution = execution;
    }

    Execution execution() {
        return execution;
    }
}
