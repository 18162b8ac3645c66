package io.querent.postgres;

import io.querent.runtime.admin.Accounts;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.admin.Approvals;
import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.admin.BulkJobs;
import io.querent.runtime.admin.CaseNotes;
import io.querent.runtime.admin.Figures;
import io.querent.runtime.admin.Nodes;
import io.querent.runtime.admin.SavedViews;
import io.querent.runtime.admin.StartRequests;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.runtime.retention.LegalHolds;
import io.querent.runtime.retention.Retention;
import javax.sql.DataSource;

/** Where the admin desk keeps what is not a saga's own, in the schema that {@link PostgresSchema} makes. Thread-safe. */
public final class PostgresAdmin implements AdminStorage {
    private final PostgresFigures figures;
    private final PostgresNodes nodes;
    private final PostgresCaseNotes caseNotes;
    private final PostgresAuditLog audit;
    private final PostgresAccounts accounts;
    private final PostgresApprovals approvals;
    private final PostgresBulkJobs bulkJobs;
    private final PostgresSavedViews savedViews;
    private final PostgresStartRequests startRequests;
    private final PostgresLegalHolds legalHolds;
    private final PostgresRetention retention;

    /**
     * Storage of a desk where one person is enough for everything.
     *
     * @param dataSource connections to the database that the sagas are in; stays open
     */
    public PostgresAdmin(DataSource dataSource) {
        this(dataSource, SecondPersonRules.NONE);
    }

    /**
     * Storage of a desk with rules for a second person, and without protection.
     *
     * @param dataSource connections to the database that the sagas are in; stays open
     * @param rules those that the nodes are given
     */
    public PostgresAdmin(DataSource dataSource, SecondPersonRules rules) {
        this(dataSource, rules, PayloadProtection.NONE);
    }

    /**
     * Storage of a desk with rules for a second person.
     *
     * @param dataSource connections to the database that the sagas are in; stays open
     * @param rules those that the nodes are given
     * @param protection protects payloads where they are stored, as the nodes do
     */
    public PostgresAdmin(DataSource dataSource, SecondPersonRules rules, PayloadProtection protection) {
        Database database = new Database(dataSource);
        StoredPayloads payloads = new StoredPayloads(protection);
        this.figures = new PostgresFigures(database);
        this.nodes = new PostgresNodes(database);
        this.caseNotes = new PostgresCaseNotes(database);
        this.audit = new PostgresAuditLog(database, payloads.letters());
        this.accounts = new PostgresAccounts(database);
        this.approvals = new PostgresApprovals(database, payloads);
        this.bulkJobs = new PostgresBulkJobs(database, rules);
        this.savedViews = new PostgresSavedViews(database);
        this.startRequests = new PostgresStartRequests(database);
        this.legalHolds = new PostgresLegalHolds(database);
        this.retention = new PostgresRetention(database);
    }

    @Override
    public Figures figures() {
        return figures;
    }

    @Override
    public Nodes nodes() {
        return nodes;
    }

    @Override
    public CaseNotes caseNotes() {
        return caseNotes;
    }

    @Override
    public AuditLog audit() {
        return audit;
    }

    @Override
    public Accounts accounts() {
        return accounts;
    }

    @Override
    public Approvals approvals() {
        return approvals;
    }

    @Override
    public BulkJobs bulkJobs() {
        return bulkJobs;
    }

    @Override
    public SavedViews savedViews() {
        return savedViews;
    }

    @Override
    public StartRequests startRequests() {
        return startRequests;
    }

    @Override
    public LegalHolds legalHolds() {
        return legalHolds;
    }

    @Override
    public Retention retention() {
        return retention;
    }
}
