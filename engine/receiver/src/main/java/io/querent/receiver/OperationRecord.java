package io.querent.receiver;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an operation.
 *
 * @param answer null while there is none, and when it is no longer kept
 * @param lastErrorClass class of the last failure, such as {@code 40001}; null when there was none
 * @param attempts how often it was begun
 * @param token fencing token of whoever worked on it last
 * @param leaseUntil until when somebody holds it; null when nobody does
 * @param endedAt null while it is not final
 */
public record OperationRecord(
        String caller,
        String key,
        OperationStatus status,
        @Nullable OperationAnswer answer,
        @Nullable String lastErrorClass,
        int attempts,
        long token,
        @Nullable Instant leaseUntil,
        Instant firstAt,
        @Nullable Instant endedAt) {}
