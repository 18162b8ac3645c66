package io.querent.testkit.memory;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendRefusedException;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.Mailbox;
import io.querent.runtime.journal.Outbox;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The journal of one node. Appends are committed before {@link #append} returns. Thread-safe. */
final class MemoryJournal implements SagaJournal {
    private final Tables tables;
    private final MemoryAppends appends;
    private final MemoryClaims claims = new MemoryClaims();
    private final MemoryMailbox mailbox;
    private final MemoryReviews reviews;
    private final MemoryAuditTrail audit;
    private final MemoryDefinitions definitions;
    private final MemoryOutbox outbox;
    private final MemorySearch search;
    private volatile boolean closed;

    MemoryJournal(Tables tables) {
        this.tables = tables;
        this.appends = new MemoryAppends(tables);
        this.mailbox = new MemoryMailbox(tables);
        this.reviews = new MemoryReviews(tables);
        this.audit = new MemoryAuditTrail(tables);
        this.definitions = new MemoryDefinitions(tables, appends);
        this.outbox = new MemoryOutbox(tables);
        this.search = new MemorySearch(tables);
    }

    @Override
    public CompletionStage<AppendResult> append(Append append) {
        if (closed) {
            return CompletableFuture.failedFuture(
                    new JournalClosedException(append.key().toString()));
        }
        try {
            return CompletableFuture.completedFuture(appends.append(append));
        } catch (AppendRefusedException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    @Override
    public Optional<StoredSaga> find(SagaId id) {
        return load(List.of(id)).stream().findFirst();
    }

    @Override
    public List<StoredSaga> load(Collection<SagaId> ids) {
        return tables.at(now -> ids.stream()
                .distinct()
                .map(tables.sagas::get)
                .filter(Objects::nonNull)
                .map(this::stored)
                .toList());
    }

    @Override
    public Optional<SagaRow> findRow(SagaId id) {
        return tables.at(now -> Optional.ofNullable(tables.sagas.get(id)).map(SagaEntry::row));
    }

    @Override
    public List<StoredSaga> claim(Claim claim) {
        return tables.at(now -> claims.claim(tables.sagas.values(), claim, now).stream()
                .map(this::stored)
                .toList());
    }

    @Override
    public Set<SagaId> renew(String node, Collection<HeldLease> leases, Duration lease) {
        return tables.at(now -> {
            Set<SagaId> renewed = new HashSet<>();
            for (HeldLease held : leases) {
                SagaEntry saga = tables.sagas.get(held.saga());
                if (saga != null && saga.isOwnedBy(node, held.token())) {
                    saga.wakeAt = now.plus(lease);
                    renewed.add(held.saga());
                }
            }
            return renewed;
        });
    }

    @Override
    public Instant serverTime() {
        return tables.at(now -> now);
    }

    @Override
    public long countWithoutWakeUp() {
        return tables.at(now -> tables.sagas.values().stream()
                .filter(saga -> saga.wakeAt == null && saga.endedAt == null)
                .filter(saga -> !Tables.waitsForAPerson(saga.status) || !isReviewed(saga))
                .count());
    }

    @Override
    public Mailbox mailbox() {
        return mailbox;
    }

    @Override
    public Reviews reviews() {
        return reviews;
    }

    @Override
    public AuditTrail audit() {
        return audit;
    }

    @Override
    public DefinitionRegistry definitions() {
        return definitions;
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    @Override
    public SagaSearch search() {
        return search;
    }

    void close() {
        closed = true;
    }

    AppendResult appendAtOnce(Append append) {
        return appends.append(append);
    }

    private boolean isReviewed(SagaEntry saga) {
        return tables.reviews.stream()
                .anyMatch(each -> each.open() && each.content().saga().equals(saga.key));
    }

    private StoredSaga stored(SagaEntry saga) {
        return new StoredSaga(saga.row(), appends.read(saga));
    }
}
