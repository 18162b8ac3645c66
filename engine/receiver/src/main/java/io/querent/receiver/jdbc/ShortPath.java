package io.querent.receiver.jdbc;

import io.querent.receiver.Execution;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.OperationStatus;
import java.sql.Connection;
import java.time.Duration;
import java.util.Objects;

/**
 * What every operation that is done in one transaction needs, and what a repeat is told.
 *
 * @param retryAfter where nothing better is known
 */
record ShortPath(ShortClaim claims, Fences fences, Answers answers, Duration retryAfter) {

    /** Whether it has failed before, without any effect, and may be tried again now. */
    boolean isAgain(StoredOperation stored, OperationRequest request) {
        return stored.status() == OperationStatus.RETRYABLE_FAILED
                && stored.isDue()
                && request.asksForTheSameAs(stored.hash());
    }

    /** What is known of it, without doing anything but having fenced resources remember who was told. */
    Execution repeated(Connection connection, StoredOperation stored, OperationRequest request) throws Exception {
        if (!request.asksForTheSameAs(stored.hash())) {
            return new Execution.Conflict();
        }
        if (stored.hasEnded()) {
            fences.remember(connection, request.fences());
            return answers.of(connection, stored)
                    .<Execution>map(Execution.Replayed::new)
                    .orElseGet(Execution.Gone::new);
        }
        return switch (stored.status()) {
            case PROCESSING ->
                stored.isHeld()
                        ? new Execution.InProgress(Objects.requireNonNull(stored.leaseLeft()))
                        : new Execution.InReview();
            case RETRYABLE_FAILED ->
                new Execution.InProgress(stored.isDue() ? retryAfter : Objects.requireNonNull(stored.pauseLeft()));
            default ->
                stored.isHeld()
                        ? new Execution.InProgress(Objects.requireNonNull(stored.leaseLeft()))
                        : new Execution.InReview();
        };
    }
}
