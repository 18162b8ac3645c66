package io.querent.runtime.journal;

import io.querent.decision.ReviewReason;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The queue of cases that wait for a person. Thread-safe. */
public interface Reviews {
    /** Most cases on a page. */
    int LONGEST_PAGE = 1_000;

    /**
     * Open cases, oldest first.
     *
     * @throws JournalUnavailableException when the database cannot be reached
     */
    List<Case> open(Page page);

    /**
     * The open case of an operation, of which there is one at a time.
     *
     * @throws JournalUnavailableException when the database cannot be reached
     */
    Optional<Case> find(SagaId saga, String operation);

    /** How many cases are open. */
    long countOpen();

    /** How long the oldest open case has waited; empty when there is none. */
    Optional<Duration> oldest();

    /**
     * One open case.
     *
     * @param saga the saga
     * @param operation name of the operation within it
     * @param key the operation's key
     * @param reason why a person has to decide
     * @param detail the particulars, for people
     * @param revision number of the event that opened it: who decides has to have seen it
     * @param openedAt since when it waits
     */
    record Case(
            SagaKey saga,
            String operation,
            OperationKey key,
            ReviewReason reason,
            String detail,
            long revision,
            Instant openedAt) {}

    /**
     * Which cases to show.
     *
     * @param tenant only of this tenant; null for all
     * @param definition only of this definition; null for all
     * @param after the last case of the page before; null for the first page
     * @param limit at most so many, up to {@value #LONGEST_PAGE}
     * @param saga only of this saga; null for all
     */
    record Page(
            @Nullable String tenant,
            @Nullable String definition,
            @Nullable Case after,
            int limit,
            @Nullable SagaId saga) {
        /** Texts are compared as they are stored. */
        public Page {
            if (limit < 1 || limit > LONGEST_PAGE) {
                throw new IllegalArgumentException(
                        "a page has 1 to " + LONGEST_PAGE + " cases, not " + limit + "; ask for the next page");
            }
            tenant = tenant == null ? null : SearchText.fit(tenant);
            definition = definition == null ? null : SearchText.fit(definition);
        }

        /** Cases of all sagas. */
        public Page(@Nullable String tenant, @Nullable String definition, @Nullable Case after, int limit) {
            this(tenant, definition, after, limit, null);
        }

        /** The first page of a saga's cases. */
        public static Page of(SagaId saga, int limit) {
            return new Page(null, null, null, limit, saga);
        }

        /** The first page of all cases. */
        public static Page first(int limit) {
            return new Page(null, null, null, limit);
        }

        /** The page after the one that ended with {@code last}. */
        public Page after(Case last) {
            return new Page(tenant, definition, last, limit, saga);
        }
    }
}
