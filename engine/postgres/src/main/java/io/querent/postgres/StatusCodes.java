package io.querent.postgres;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;

/**
 * Numbers under which statuses are stored. They are released: a number is never given to another status. From 10 on a status is
 * final, which the tables' constraints and indexes rely on.
 */
final class StatusCodes {
    private StatusCodes() {}

    static short of(SagaStatus status) {
        return switch (status) {
            case RUNNING -> 1;
            case WAITING -> 2;
            case COMPENSATING -> 3;
            case IN_REVIEW -> 4;
            case PAUSED -> 5;
            case COMPLETED -> 10;
            case COMPENSATED -> 11;
            case FAILED -> 12;
            case ABANDONED -> 13;
        };
    }

    static SagaStatus saga(int code) {
        return switch (code) {
            case 1 -> SagaStatus.RUNNING;
            case 2 -> SagaStatus.WAITING;
            case 3 -> SagaStatus.COMPENSATING;
            case 4 -> SagaStatus.IN_REVIEW;
            case 5 -> SagaStatus.PAUSED;
            case 10 -> SagaStatus.COMPLETED;
            case 11 -> SagaStatus.COMPENSATED;
            case 12 -> SagaStatus.FAILED;
            case 13 -> SagaStatus.ABANDONED;
            default ->
                throw new IllegalStateException(
                        "no saga status has the code " + code + "; a newer version wrote it, or the row is damaged");
        };
    }

    static short of(OperationStatus status) {
        return switch (status) {
            case PLANNED -> 1;
            case IN_FLIGHT -> 2;
            case BACKING_OFF -> 3;
            case PENDING -> 4;
            case UNKNOWN -> 5;
            case IN_REVIEW -> 6;
            case AWAITING -> 7;
            case SUCCEEDED -> 10;
            case REJECTED -> 11;
            case SKIPPED -> 12;
        };
    }

    static OperationStatus operation(int code) {
        return switch (code) {
            case 1 -> OperationStatus.PLANNED;
            case 2 -> OperationStatus.IN_FLIGHT;
            case 3 -> OperationStatus.BACKING_OFF;
            case 4 -> OperationStatus.PENDING;
            case 5 -> OperationStatus.UNKNOWN;
            case 6 -> OperationStatus.IN_REVIEW;
            case 7 -> OperationStatus.AWAITING;
            case 10 -> OperationStatus.SUCCEEDED;
            case 11 -> OperationStatus.REJECTED;
            case 12 -> OperationStatus.SKIPPED;
            default ->
                throw new IllegalStateException("no operation status has the code " + code
                        + "; a newer version wrote it, or the row is damaged");
        };
    }
}
