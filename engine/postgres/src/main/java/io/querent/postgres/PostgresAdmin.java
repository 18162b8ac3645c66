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
import javax.sql.DataSource;

/** Where the admin desk keeps what is not a saga's own, in the schema that {@link PostgresSchema} makes. Thread-safe. */
public final class PostgresAdmin implements AdminStorage {
    private final PostgresFigures figures;
    private final PostgresNodes nodes;
    private final PostgresCaseNotes caseNotes;
    private final PostgresAuditLog audit;

    /** @param dataSource connections to the database that the sagas are in; stays open */
    public PostgresAdmin(DataSource dataSource) {
        Database database = new Database(dataSource);
        this.figures = new PostgresFigures(database);
        this.nodes = new PostgresNodes(database);
        this.caseNotes = new PostgresCaseNotes(database);
        this.audit = new PostgresAuditLog(database);
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
        throw new UnsupportedOperationException("accounts");
    }

    @Override
    public Approvals approvals() {
        throw new UnsupportedOperationException("approvals");
    }

    @Override
    public BulkJobs bulkJobs() {
        throw new UnsupportedOperationException("bulk jobs");
    }

    @Override
    public SavedViews savedViews() {
        throw new UnsupportedOperationException("saved views");
    }

    @Override
    public StartRequests startRequests() {
        throw new UnsupportedOperationException("start requests");
    }
}
