package io.querent.postgres;

import io.querent.runtime.admin.AuditLog;
import io.querent.runtime.codec.LetterCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The audit, numbered and chained by a trigger of the database's. Thread-safe. */
final class PostgresAuditLog implements AuditLog {
    private final Database database;
    private final LetterCodec codec;

    PostgresAuditLog(Database database, LetterCodec codec) {
        this.database = database;
        this.codec = codec;
    }

    @Override
    public boolean write(Deed deed) {
        return database.committed("writing to the audit", connection -> AuditWrites.insert(connection, deed));
    }

    @Override
    public List<Entry> find(Filter filter, @Nullable Long before, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("the audit is read in pages of 1 to " + LONGEST_PAGE + ", not " + limit);
        }
        return database.rolledBack(
                "searching the audit", connection -> new AuditSearch(filter, before, limit).entries(connection, codec));
    }

    /** How the server would search. */
    List<String> explain(Filter filter, int limit) {
        return database.rolledBack(
                "explaining a search in the audit",
                connection -> new AuditSearch(filter, null, limit).explain(connection));
    }

    @Override
    public Verification verify() {
        return database.rolledBack("checking the audit", connection -> new AuditCheck().run(connection));
    }
}
