package io.querent.examples.settlement.reports;

/**
 * A report as the store holds it.
 *
 * @param file its name there
 * @param sha256 of what is in it
 */
public record StoredReport(String file, String sha256) {
    /** Whether it holds what was to be uploaded. */
    public boolean holds(Written report) {
        return sha256.equals(report.sha256());
    }
}
