package io.querent.runtime.journal;

import io.querent.decision.SagaStatus;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A saga's row.
 *
 * @param key identity
 * @param definitionVersion version of the definition it runs under
 * @param inputHash canonical hash of its input, with the hash's version
 * @param status where it stands
 * @param version number of its events
 * @param owner node that holds its lease; null when nobody does
 * @param token fencing token of the latest ownership
 * @param wakeAt with an owner, when the lease ends; without, when the saga is due; null when it has ended or is in review
 * @param startedAt when it was started
 * @param endedAt when it ended; null before
 */
public record SagaRow(
        SagaKey key,
        int definitionVersion,
        String inputHash,
        SagaStatus status,
        long version,
        @Nullable String owner,
        long token,
        @Nullable Instant wakeAt,
        Instant startedAt,
        @Nullable Instant endedAt) {
    /** The saga's id. */
    public SagaId id() {
        return key.id();
    }
}
