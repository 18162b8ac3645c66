package io.querent.decision.history;

import io.querent.decision.OperationStatus;
import io.querent.saga.OperationKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row of a history: an action or a compensation.
 *
 * @param name name within the saga
 * @param key the stable key that every attempt carried
 * @param status where it stands
 * @param requestHash canonical hash of the frozen request; null before the first attempt
 * @param attempts attempts in order
 * @param notes questions, evidence and reviews in order
 */
public record OperationHistory(
        String name,
        OperationKey key,
        OperationStatus status,
        @Nullable String requestHash,
        List<AttemptHistory> attempts,
        List<Note> notes) {
    public OperationHistory {
        attempts = List.copyOf(attempts);
        notes = List.copyOf(notes);
    }

    /** The key of the operation that this compensation makes good for. */
    public Optional<OperationKey> compensates() {
        return key.isCompensation() ? Optional.of(key.original()) : Optional.empty();
    }
}
