package io.querent.runtime;

import io.querent.decision.SagaStatus;
import io.querent.decision.history.SagaHistory;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.util.concurrent.CompletionStage;

/**
 * A saga from outside. Every method but {@link #result} reads what is stored now. Where the start was part of a transaction of the
 * caller's, {@link #status}, {@link #history} and {@link #result} throw {@link SagaNotCommittedException} until that is committed.
 * Thread-safe.
 */
public interface SagaHandle {
    /** The saga's identity. */
    SagaKey key();

    /** The id under which storage knows it. */
    default SagaId id() {
        return key().id();
    }

    /** Whether the start that gave this handle created the saga; false for a replay and for a handle that was looked up. */
    boolean isNew();

    /** Where the saga stands. */
    SagaStatus status();

    /**
     * All that happened to it.
     *
     * @throws io.querent.runtime.journal.HistoryArchivedException when it ended so long ago that its history has left the database
     */
    SagaHistory history();

    /** How the saga ended, as soon as it has, on whatever node. It stays open while the saga is in review. */
    CompletionStage<SagaResult> result();
}
