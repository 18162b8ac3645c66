package io.querent.runtime.journal;

import java.util.Optional;

/** Knows whether whoever calls the engine runs a transaction on the engine's database. Thread-safe. */
@FunctionalInterface
public interface CallerTransactions {
    /** The transaction of the calling thread that can still be written in; empty when there is none. */
    Optional<CallerTransaction<RuntimeException>> current();

    /** For callers whose transactions cannot be known: the engine always uses its own. */
    static CallerTransactions unknown() {
        return Optional::empty;
    }
}
