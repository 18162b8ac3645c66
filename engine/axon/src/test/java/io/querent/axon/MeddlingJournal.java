package io.querent.axon;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.DefinitionRegistry;
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
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** A journal in which something else happens between a decision from outside and its append. */
final class MeddlingJournal implements SagaJournal {
    private final SagaJournal journal;
    private final Runnable meddle;

    MeddlingJournal(SagaJournal journal, Runnable meddle) {
        this.journal = journal;
        this.meddle = meddle;
    }

    @Override
    public CompletionStage<AppendResult> append(Append append) {
        if (append.guard() instanceof Guard.Version) {
            meddle.run();
        }
        return journal.append(append);
    }

    @Override
    public Optional<StoredSaga> find(SagaId id) {
        return journal.find(id);
    }

    @Override
    public List<StoredSaga> load(Collection<SagaId> ids) {
        return journal.load(ids);
    }

    @Override
    public Optional<SagaRow> findRow(SagaId id) {
        return journal.findRow(id);
    }

    @Override
    public List<StoredSaga> claim(Claim claim) {
        return journal.claim(claim);
    }

    @Override
    public Set<SagaId> renew(String node, Collection<HeldLease> leases, Duration lease) {
        return journal.renew(node, leases, lease);
    }

    @Override
    public Instant serverTime() {
        return journal.serverTime();
    }

    @Override
    public Mailbox mailbox() {
        return journal.mailbox();
    }

    @Override
    public Reviews reviews() {
        return journal.reviews();
    }

    @Override
    public DefinitionRegistry definitions() {
        return journal.definitions();
    }

    @Override
    public AuditTrail audit() {
        return journal.audit();
    }

    @Override
    public Outbox outbox() {
        return journal.outbox();
    }

    @Override
    public SagaSearch search() {
        return journal.search();
    }

    @Override
    public long countWithoutWakeUp() {
        return journal.countWithoutWakeUp();
    }
}
