package io.querent.runtime.journal;

import io.querent.saga.SagaId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people wanted of sagas, and what came of it, refusals included. Only ever added to. Thread-safe. */
public interface AuditTrail {
    /** Most entries that are read at once. */
    int LONGEST_PAGE = 1_000;

    /**
     * Entries, newest first.
     *
     * @param saga only of this saga; null for all
     * @param before only entries settled before this time; null for the newest
     * @param limit at most so many, up to {@value #LONGEST_PAGE}
     * @throws JournalUnavailableException when the database cannot be reached
     */
    List<Entry> read(@Nullable SagaId saga, @Nullable Instant before, int limit);

    /**
     * One thing that a person wanted.
     *
     * @param letter what was wanted, by whom and why
     * @param settlement what came of it
     * @param receivedAt when it came
     * @param settledAt when it was settled
     */
    record Entry(Letter letter, Delivery.Settlement settlement, Instant receivedAt, Instant settledAt) {}
}
