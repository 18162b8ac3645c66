package io.querent.decision;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * State of one operation. Immutable.
 *
 * @param name name within the saga
 * @param status where it stands
 * @param request the frozen request; null before the first attempt
 * @param attempts attempts so far
 * @param waiting what it waits for
 * @param conclusion how it ended; null before
 */
public record OperationState(
        String name,
        OperationStatus status,
        @Nullable FrozenRequest request,
        Attempts attempts,
        Waiting waiting,
        @Nullable Conclusion conclusion) {

    static OperationState planned(String name) {
        return new OperationState(name, OperationStatus.PLANNED, null, Attempts.NONE, Waiting.NOTHING, null);
    }

    /** The result, when the operation succeeded: JSON text. */
    public Optional<String> result() {
        return conclusion instanceof Conclusion.Result result ? Optional.of(result.json()) : Optional.empty();
    }

    OperationState with(OperationStatus next, Attempts newAttempts, Waiting newWaiting) {
        return new OperationState(name, next, request, newAttempts, newWaiting, conclusion);
    }

    OperationState freeze(@Nullable FrozenRequest first) {
        return first == null ? this : new OperationState(name, status, first, attempts, waiting, conclusion);
    }

    OperationState conclude(OperationStatus end, Conclusion how) {
        return new OperationState(name, end, request, attempts, Waiting.NOTHING, how);
    }
}
