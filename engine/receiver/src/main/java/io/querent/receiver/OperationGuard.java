package io.querent.receiver;

import java.util.Optional;

/**
 * Sees to it that an operation takes effect once, however often and from wherever it is asked for: the key is claimed by a unique row, the
 * effect and the answer are committed with it, and every repeat is given that answer. Thread-safe.
 */
public interface OperationGuard {
    /**
     * Does it, unless it was done. A repeat that comes meanwhile waits for the one that is at it, as long as the guard's settings say, and is
     * then told {@link Execution.InProgress}.
     *
     * @param work runs in one transaction with the claim and the answer; again from the beginning, on a new transaction, when the database
     *     gave up the first one for a deadlock or a serialization failure
     * @return what came of it; refusals are values
     * @throws Exception what the work threw; nothing took effect and nothing is stored, so the same request may come again
     */
    Execution execute(OperationRequest request, OperationWork work) throws Exception;

    /** What is known of an operation; empty when the key was never seen, or its claim is not committed. */
    Optional<OperationRecord> find(String caller, String key);
}
