package io.querent.runtime.reconciliation;

/**
 * Says what an operation resulted in, of which a report proves that it took effect: what its query would have found. It is held against
 * the request by the step's {@code matches}, so it is made of what the entry says wherever the entry says it.
 */
@FunctionalInterface
public interface BookedResult {
    /** The result, of the step's result type. */
    Object of(ExpectedOperation operation, ReportEntry entry);
}
