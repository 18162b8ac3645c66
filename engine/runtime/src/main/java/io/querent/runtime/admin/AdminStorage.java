package io.querent.runtime.admin;

import io.querent.runtime.retention.LegalHolds;
import io.querent.runtime.retention.Retention;

/**
 * Where the admin desk keeps what is not a saga's own. Thread-safe. All methods of all parts throw
 * {@link io.querent.runtime.journal.JournalUnavailableException} when the database cannot be reached.
 */
public interface AdminStorage {
    /** What the overview shows, of the whole cluster. */
    Figures figures();

    /** What nodes say of themselves. */
    Nodes nodes();

    /** Who looks after which review, and what was said about it. */
    CaseNotes caseNotes();

    /** All that people did, chained. */
    AuditLog audit();

    /** Local accounts. */
    Accounts accounts();

    /** Requests that wait for a second person. */
    Approvals approvals();

    /** Actions on many sagas. */
    BulkJobs bulkJobs();

    /** Searches that people keep. */
    SavedViews savedViews();

    /** Starts by their idempotency keys. */
    StartRequests startRequests();

    /** Orders to let nothing of certain sagas go. */
    LegalHolds legalHolds();

    /** Retires history whose time is over. */
    Retention retention();
}
