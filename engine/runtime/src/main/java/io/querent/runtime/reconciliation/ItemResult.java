package io.querent.runtime.reconciliation;

/**
 * What came of one finding.
 *
 * @param finding what was found
 * @param fate what became of it
 * @param detail for people; empty where there is nothing to add
 */
public record ItemResult(Finding finding, Fate fate, String detail) {
    /** What became of a finding. */
    public enum Fate {
        /** The operation was decided now, and audited. */
        RESOLVED,
        /** It was known, or this very decision was carried out before. */
        REPLAYED,
        /** The decision is stored, and the node that owns the saga will look at it. */
        WAITING,
        /** The decision was refused: the case has moved, or a rule forbids it. */
        REFUSED,
        /** The database could not be reached. Nothing is known to have changed: apply the report again. */
        UNAVAILABLE,
        /** Nothing was to be decided: the finding is for a person, or for a later report. */
        LISTED
    }
}
