package io.querent.runtime.admin;

import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.Optional;

/** Starts that came with an idempotency key, so that the same key means the same request. Thread-safe. */
public interface StartRequests {
    /**
     * Takes a key for a request.
     *
     * @param scope whose key it is: two callers may use the same one
     * @param key the idempotency key
     * @param key 1 to 300 characters
     * @param requestHash hash of all that the request says
     * @param underWay how long a request that was taken and not finished counts as being under way
     * @throws io.querent.saga.QuerentException QRT-6024 when scope, key or hash is empty, too long or not fit to be stored
     */
    Taken take(String scope, String key, String requestHash, Duration underWay);

    /** Says which saga it started. What was finished before, or let go and forgotten, stays as it is. */
    void finish(String scope, String key, SagaKey saga);

    /** Lets go of a key whose request was refused, so that a corrected one may use it; one that was finished keeps it. */
    void release(String scope, String key);

    /** Forgets requests older than {@code age}, at most {@code limit}. */
    int forget(Duration age, int limit);

    /** What taking a key came to. */
    sealed interface Taken {
        /** It is new, or an earlier try of the same request did not finish: go on. */
        record Yours() implements Taken {}

        /** The same request was finished. */
        record Finished(SagaKey saga) implements Taken {}

        /** The same request is being worked on. */
        record UnderWay() implements Taken {}

        /** The key was used for another request. */
        record OtherRequest(Optional<SagaKey> saga) implements Taken {}
    }
}
