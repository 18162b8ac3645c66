package io.querent.runtime.work;

import io.querent.runtime.journal.SagaRow;
import io.querent.saga.SagaKey;
import java.util.concurrent.CompletableFuture;

/**
 * A start under way: completes with whether the saga is new, once that is stored.
 *
 * @param key the saga
 * @param result completes with what was found in the database
 */
record Start(SagaKey key, CompletableFuture<Found> result) {
    /** What a start found. */
    sealed interface Found {
        /** The saga was created. */
        record Created() implements Found {}

        /** The saga was there, as {@code row}. */
        record Existing(SagaRow row) implements Found {}
    }
}
