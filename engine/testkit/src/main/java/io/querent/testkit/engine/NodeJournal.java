package io.querent.testkit.engine;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.DefinitionRegistry;
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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The journal as one node has it while it lives. Thread-safe. */
final class NodeJournal implements SagaJournal {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final SagaJournal journal;
    private final NodeMailbox mailbox;
    private final Life life;
    private final HeldLeases held;
    private final Lock still;
    private final AtomicInteger appending = new AtomicInteger();
    private volatile boolean takingOver;

    /** @param still held while the node needs the clock to stand where it is */
    NodeJournal(SagaJournal journal, Life life, HeldLeases held, Lock still) {
        this.journal = journal;
        this.mailbox = new NodeMailbox(journal.mailbox(), life);
        this.life = life;
        this.held = held;
        this.still = still;
    }

    /** Whether the node works on something that nobody sees yet. */
    boolean isBusy() {
        return takingOver || appending.get() > 0 || mailbox.isBusy();
    }

    @Override
    public CompletionStage<AppendResult> append(Append append) {
        int number = life.beforeAppend(append);
        if (life.isDead()) {
            return CompletableFuture.failedFuture(Life.closed(append));
        }
        CompletableFuture<AppendResult> answer = new CompletableFuture<>();
        appending.incrementAndGet();
        journal.append(append).whenComplete((result, failure) -> {
            answer(append, number, result, failure, answer);
            appending.decrementAndGet();
            life.activity().note();
        });
        return answer;
    }

    /** Only a node that is still alive gets the answer. */
    private void answer(
            Append append,
            int number,
            @Nullable AppendResult result,
            @Nullable Throwable failure,
            CompletableFuture<AppendResult> answer) {
        if (result != null) {
            held.appended(append, result);
            life.afterAppend(append, number, result);
        }
        if (life.isDead()) {
            answer.completeExceptionally(Life.closed(append));
        } else if (result != null) {
            answer.complete(result);
        } else {
            answer.completeExceptionally(Objects.requireNonNull(failure));
        }
    }

    @Override
    public Optional<StoredSaga> find(SagaId id) {
        return living().find(id);
    }

    @Override
    public List<StoredSaga> load(Collection<SagaId> ids) {
        return living().load(ids);
    }

    @Override
    public List<StoredSaga> loadEnded(Collection<SagaId> ids) {
        return living().loadEnded(ids);
    }

    @Override
    public Optional<SagaRow> findRow(SagaId id) {
        return living().findRow(id);
    }

    /** Where nothing is due, waits a little for something to happen: so what comes due by a move of the clock is taken at once. */
    @Override
    public List<StoredSaga> claim(Claim claim) {
        if (takingOver) {
            takingOver = false;
            life.activity().note();
        }
        long seen = life.activity().count();
        List<StoredSaga> claimed = claimOnce(claim);
        if (claimed.isEmpty() && life.activity().awaitAfter(seen, LOOK_AGAIN)) {
            return claimOnce(claim);
        }
        return claimed;
    }

    private List<StoredSaga> claimOnce(Claim claim) {
        still.lock();
        try {
            List<StoredSaga> claimed = living().claim(claim);
            held.claimed(claimed);
            takingOver = !claimed.isEmpty();
            if (takingOver) {
                life.activity().note();
            }
            return claimed;
        } finally {
            still.unlock();
        }
    }

    @Override
    public Set<SagaId> renew(String node, Collection<HeldLease> leases, Duration lease) {
        still.lock();
        try {
            Set<SagaId> renewed = living().renew(node, leases, lease);
            held.keepOnly(renewed, leases.stream().map(HeldLease::saga).collect(Collectors.toUnmodifiableSet()));
            return renewed;
        } finally {
            still.unlock();
        }
    }

    @Override
    public Instant serverTime() {
        return living().serverTime();
    }

    @Override
    public long countWithoutWakeUp() {
        return living().countWithoutWakeUp();
    }

    @Override
    public Mailbox mailbox() {
        return mailbox;
    }

    @Override
    public Reviews reviews() {
        return living().reviews();
    }

    @Override
    public AuditTrail audit() {
        return living().audit();
    }

    @Override
    public Outbox outbox() {
        return living().outbox();
    }

    @Override
    public SagaSearch search() {
        return living().search();
    }

    @Override
    public DefinitionRegistry definitions() {
        return living().definitions();
    }

    private SagaJournal living() {
        life.check();
        return journal;
    }
}
