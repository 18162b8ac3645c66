package io.querent.testkit.memory;

import io.querent.runtime.journal.AuditTrail;
import io.querent.saga.SagaId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The audit in memory. Thread-safe. */
final class MemoryAuditTrail implements AuditTrail {
    private final Tables tables;

    MemoryAuditTrail(Tables tables) {
        this.tables = tables;
    }

    @Override
    public List<Entry> read(@Nullable SagaId saga, @Nullable Instant before, int limit) {
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw new IllegalArgumentException("the audit is read in pages of 1 to " + LONGEST_PAGE + ", not " + limit);
        }
        return tables.at(now -> tables.audit.stream()
                .filter(each -> saga == null || each.saga().equals(saga))
                .map(AuditEntry::entry)
                .filter(each -> before == null || each.settledAt().isBefore(before))
                .sorted(Comparator.comparing(Entry::settledAt).reversed())
                .limit(limit)
                .toList());
    }
}
