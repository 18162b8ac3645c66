package io.querent.runtime.journal;

import java.util.Optional;

/**
 * Runs a step's business writes and its events in one transaction on the engine's database, in which the user's own code takes
 * part. Thread-safe.
 */
public interface LocalTransactions {
    /**
     * Begins a transaction, runs the work, appends what it returns on the same connection, and commits. When it is not known
     * whether the commit happened, the stored events are compared before this returns.
     *
     * @return the append's result; empty when the work returned nothing or the commit provably did not happen: everything is
     *     rolled back then
     * @throws Exception what the work threw; everything is rolled back then
     * @throws JournalUnavailableException when the database cannot be reached
     */
    Optional<AppendResult> run(Work work) throws Exception;

    /** Business writes, and the events that tell of them. */
    @FunctionalInterface
    interface Work {
        /** Writes, and returns the append to commit with the writes; empty to roll back. */
        Optional<Append> run() throws Exception;
    }
}
