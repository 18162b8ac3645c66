package io.querent.runtime.retention;

import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Orders not to let anything of certain sagas go. What is under a hold is never retired, however old. Placing and releasing are audited
 * in the same transaction. Thread-safe.
 */
public interface LegalHolds {
    /** Most holds that may be open at a time. */
    int MOST_OPEN = 1_000;

    /** Most holds of a page. */
    int LONGEST_PAGE = 1_000;

    /**
     * Places a hold. The same request again changes nothing.
     *
     * @param requestId its own id, chosen by whoever asks
     * @throws io.querent.saga.QuerentException QRT-3410 when the scope or the reason is not fit, QRT-3411 when the id was used for another
     *     hold, QRT-3412 when too many are open
     */
    Hold place(Scope scope, String operator, String reason, String requestId);

    /**
     * Releases a hold. The same request again changes nothing.
     *
     * @throws io.querent.saga.QuerentException QRT-3413 when there is no such hold, or another request has released it
     */
    Hold release(long number, String operator, String reason, String requestId);

    /** Holds, newest first. @param before only those with a lower number; null for the newest */
    List<Hold> find(boolean onlyOpen, @Nullable Long before, int limit);

    /** The oldest open hold that the saga is under. */
    Optional<Hold> of(SagaKey saga);

    /**
     * Which sagas a hold is about; null where it is about all.
     *
     * @param businessKey needs the other two
     */
    record Scope(
            @Nullable String tenant,
            @Nullable String definition,
            @Nullable String businessKey) {
        /** One saga. */
        public static Scope of(SagaKey saga) {
            return new Scope(
                    saga.tenant().value(), saga.definition(), saga.businessKey().value());
        }

        @Override
        public String toString() {
            return part(tenant) + ":" + part(definition) + ":" + part(businessKey);
        }

        private static String part(@Nullable String value) {
            return value == null ? "*" : value;
        }
    }

    /**
     * A hold.
     *
     * @param number its name
     * @param released who released it, when and why; null while it is open
     */
    record Hold(
            long number,
            Scope scope,
            String operator,
            String reason,
            Instant placedAt,
            @Nullable Release released) {}

    /** The end of a hold. */
    record Release(String operator, String reason, Instant at) {}
}
