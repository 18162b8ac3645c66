package io.querent.admin.console.page;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaStatus;

/**
 * A status as it is shown: never by colour alone.
 *
 * @param tone class of its colours
 * @param symbol a sign, left out by screen readers
 * @param words what it says
 */
public record Badge(String tone, String symbol, String words) {
    /** Where a saga stands. */
    public static Badge of(SagaStatus status) {
        return switch (status) {
            case RUNNING -> new Badge("busy", "▶", "Running");
            case WAITING -> new Badge("wait", "◷", "Waiting");
            case COMPENSATING -> new Badge("back", "↶", "Compensating");
            case IN_REVIEW -> new Badge("person", "⚑", "In review");
            case PAUSED -> new Badge("person", "‖", "Paused");
            case COMPLETED -> new Badge("good", "✓", "Completed");
            case COMPENSATED -> new Badge("undone", "↺", "Compensated");
            case FAILED -> new Badge("bad", "✕", "Failed");
            case ABANDONED -> new Badge("bad", "⊘", "Abandoned");
        };
    }

    /** Where an operation stands. */
    public static Badge of(OperationStatus status) {
        return switch (status) {
            case PLANNED -> new Badge("calm", "○", "Planned");
            case IN_FLIGHT -> new Badge("busy", "▶", "In flight");
            case SUCCEEDED -> new Badge("good", "✓", "Succeeded");
            case REJECTED -> new Badge("bad", "✕", "Rejected");
            case BACKING_OFF -> new Badge("wait", "↻", "Backing off");
            case PENDING -> new Badge("wait", "◷", "Pending");
            case UNKNOWN -> new Badge("doubt", "?", "Unknown");
            case IN_REVIEW -> new Badge("person", "⚑", "In review");
            case AWAITING -> new Badge("wait", "◔", "Awaiting");
            case SKIPPED -> new Badge("calm", "–", "Skipped");
        };
    }
}
