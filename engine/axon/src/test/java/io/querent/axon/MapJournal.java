package io.querent.axon;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.Guard;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A journal that reads from memory, for measuring what stands before it. It knows what commands need and no more, and writes to
 * another journal where there is one.
 */
final class MapJournal implements SagaJournal, EventLog {
    private final Map<SagaId, StoredSaga> sagas = new ConcurrentHashMap<>();
    private final @Nullable SagaJournal behind;

    MapJournal(@Nullable SagaJournal behind) {
        this.behind = behind;
    }

    @Override
    public CompletionStage<AppendResult> append(Append append) {
        StoredSaga stored = sagas.compute(append.key().id(), (id, before) -> after(before, append));
        return behind == null
                ? CompletableFuture.completedFuture(
                        new AppendResult.Appended(stored.row().version()))
                : behind.append(append);
    }

    private static StoredSaga after(StoredSaga before, Append append) {
        List<SagaEvent> events = new ArrayList<>(before == null ? List.of() : before.events());
        if (append.guard() instanceof Guard.Version version && version.version() != events.size()) {
            throw new IllegalStateException("this journal is for one writer a saga");
        }
        events.addAll(append.events());
        return new StoredSaga(
                new SagaRow(
                        append.key(),
                        1,
                        "v1:0",
                        append.status(),
                        events.size(),
                        Owner.NODE,
                        1,
                        Instant.MAX,
                        Owner.START,
                        null),
                events);
    }

    @Override
    public Optional<StoredSaga> find(SagaId id) {
        return Optional.ofNullable(sagas.get(id));
    }

    @Override
    public List<LoggedEvent> readSaga(SagaId saga, long firstSequence) {
        StoredSaga stored = sagas.get(saga);
        List<LoggedEvent> events = new ArrayList<>();
        for (long sequence = firstSequence;
                stored != null && sequence <= stored.row().version();
                sequence++) {
            SagaEvent event = stored.events().get((int) sequence - 1);
            events.add(new LoggedEvent(EventPosition.START, stored.row().key(), sequence, event));
        }
        return events;
    }

    @Override
    public Optional<SagaRow> findRow(SagaId id) {
        return find(id).map(StoredSaga::row);
    }

    @Override
    public List<StoredSaga> load(Collection<SagaId> ids) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<StoredSaga> claim(Claim claim) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SagaId> renew(String node, Collection<HeldLease> leases, Duration lease) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Instant serverTime() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Mailbox mailbox() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reviews reviews() {
        throw new UnsupportedOperationException();
    }

    @Override
    public DefinitionRegistry definitions() {
        throw new UnsupportedOperationException();
    }

    @Override
    public AuditTrail audit() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Outbox outbox() {
        throw new UnsupportedOperationException();
    }

    @Override
    public SagaSearch search() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long countWithoutWakeUp() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<LoggedEvent> read(EventPosition position, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<EventPosition> newest() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<EventPosition> before(Instant time) {
        throw new UnsupportedOperationException();
    }
}
