package io.querent.receiver;

/**
 * Sees to it that an operation which calls elsewhere is under way once at a time and done once: the claim is committed first, held by a
 * lease with a heartbeat, and the end is written by whoever has the newest token. Thread-safe.
 */
public interface LongOperationGuard {
    /**
     * Does it, unless it was done or somebody is at it. What nobody knows about is found out first.
     *
     * @param resolver asked when a former owner is gone, or did not know
     * @return what came of it; {@link Execution.InProgress} also when it was not done for now and is to be asked for again
     * @throws LeaseLostException QRT-9007 when somebody else took over meanwhile
     * @throws GuardUnavailableException when the database failed; the lease ends by itself, and whoever comes next finds out
     */
    Execution execute(OperationRequest request, LongWork work, Resolver resolver);
}
