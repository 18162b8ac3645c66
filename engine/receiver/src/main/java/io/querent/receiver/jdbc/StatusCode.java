package io.querent.receiver.jdbc;

import io.querent.receiver.OperationStatus;

/** How statuses are stored. From {@link #FIRST_FINAL} on: ended. */
final class StatusCode {
    static final int FIRST_FINAL = 10;

    private StatusCode() {}

    static short of(OperationStatus status) {
        return switch (status) {
            case PROCESSING -> 1;
            case RETRYABLE_FAILED -> 2;
            case UNKNOWN -> 3;
            case SUCCEEDED -> FIRST_FINAL;
            case FAILED -> 11;
        };
    }

    static OperationStatus read(int code) {
        return switch (code) {
            case 1 -> OperationStatus.PROCESSING;
            case 2 -> OperationStatus.RETRYABLE_FAILED;
            case 3 -> OperationStatus.UNKNOWN;
            case FIRST_FINAL -> OperationStatus.SUCCEEDED;
            case 11 -> OperationStatus.FAILED;
            default -> throw new IllegalStateException("no status: " + code);
        };
    }
}
