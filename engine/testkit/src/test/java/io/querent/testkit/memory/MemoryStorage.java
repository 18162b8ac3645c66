package io.querent.testkit.memory;

import io.querent.contract.Storage;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.slots.SlotLedger;
import io.querent.testkit.store.Backing;
import io.querent.testkit.store.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** The ports in memory. */
final class MemoryStorage implements Storage {
    private final Backing backing = new MemoryBacking(new TestClock(Instant.now()));
    private final Backing.Access access = backing.open();

    @Override
    public SagaJournal journal() {
        return access.journal();
    }

    @Override
    public SlotLedger slots() {
        return access.slots();
    }

    @Override
    public EventLog log() {
        return backing.log();
    }

    @Override
    public LocalTransactions transactions() {
        return access.transactions();
    }

    @Override
    public void elapse(Duration time) {
        backing.advance(time, Set.of());
    }
}
