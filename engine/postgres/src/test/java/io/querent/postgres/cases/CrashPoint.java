package io.querent.postgres.cases;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.AuditTrail;
import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.Mailbox;
import io.querent.runtime.journal.Outbox;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.slots.SlotLedger;
import io.querent.saga.SagaId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The end of a process at the n-th boundary it passes. From then on nothing it does reaches the database or a downstream, and
 * nothing it waits for arrives. Boundaries lie before and after everything that leaves a trace outside the process.
 */
final class CrashPoint {
    /** A process that never dies. */
    static final CrashPoint NEVER = new CrashPoint(Integer.MAX_VALUE);

    private final int at;
    private final AtomicInteger passed = new AtomicInteger();
    private final CountDownLatch dead = new CountDownLatch(1);

    CrashPoint(int at) {
        this.at = at;
    }

    /** Boundaries passed so far. */
    int passed() {
        return passed.get();
    }

    boolean isDead() {
        return dead.getCount() == 0;
    }

    /** Returns whether the process lives on beyond this boundary. */
    boolean survives() {
        if (this == NEVER) {
            return true;
        }
        if (passed.incrementAndGet() >= at) {
            dead.countDown();
        }
        return !isDead();
    }

    /** For a downstream call: throws when the process is gone. */
    void pass() throws IOException {
        if (!survives()) {
            throw new IOException("the process is gone");
        }
    }

    LocalTransactions around(LocalTransactions transactions) {
        return work -> {
            if (!survives()) {
                throw gone();
            }
            Optional<AppendResult> result = transactions.run(work);
            if (!survives()) {
                throw gone();
            }
            return result;
        };
    }

    SagaJournal around(SagaJournal journal) {
        return new Mortal(journal);
    }

    SlotLedger around(SlotLedger slots) {
        return (holder, asks) -> {
            if (isDead()) {
                throw gone();
            }
            return slots.settle(holder, asks);
        };
    }

    private static JournalUnavailableException gone() {
        return new JournalUnavailableException("living", new IOException("the process is gone"));
    }

    private final class Mortal implements SagaJournal {
        private final SagaJournal journal;

        Mortal(SagaJournal journal) {
            this.journal = journal;
        }

        @Override
        public CompletionStage<AppendResult> append(Append append) {
            CompletableFuture<AppendResult> answer = new CompletableFuture<>();
            if (survives()) {
                journal.append(append).whenComplete((result, failure) -> {
                    if (survives() && failure == null) {
                        answer.complete(result);
                    } else if (failure != null) {
                        answer.completeExceptionally(failure);
                    }
                });
            }
            return answer;
        }

        @Override
        public Optional<StoredSaga> find(SagaId id) {
            return alive().find(id);
        }

        @Override
        public List<StoredSaga> load(Collection<SagaId> ids) {
            return alive().load(ids);
        }

        @Override
        public Optional<SagaRow> findRow(SagaId id) {
            return alive().findRow(id);
        }

        @Override
        public List<StoredSaga> claim(Claim claim) {
            return alive().claim(claim);
        }

        @Override
        public Set<SagaId> renew(String node, Collection<HeldLease> leases, Duration lease) {
            return alive().renew(node, leases, lease);
        }

        @Override
        public Instant serverTime() {
            return alive().serverTime();
        }

        @Override
        public Mailbox mailbox() {
            return alive().mailbox();
        }

        @Override
        public Reviews reviews() {
            return alive().reviews();
        }

        @Override
        public AuditTrail audit() {
            return alive().audit();
        }

        @Override
        public DefinitionRegistry definitions() {
            return alive().definitions();
        }

        @Override
        public Outbox outbox() {
            return alive().outbox();
        }

        @Override
        public SagaSearch search() {
            return alive().search();
        }

        @Override
        public long countWithoutWakeUp() {
            return alive().countWithoutWakeUp();
        }

        private SagaJournal alive() {
            if (isDead()) {
                throw gone();
            }
            return journal;
        }
    }
}
