package io.querent.testkit.memory;

import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.LocalTransactions;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.slots.SlotLedger;
import io.querent.saga.SagaId;
import io.querent.testkit.store.Backing;
import io.querent.testkit.store.Standing;
import io.querent.testkit.store.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Keeps sagas in memory until it is forgotten. Thread-safe. */
public final class MemoryBacking implements Backing {
    private final TestClock clock;
    private final Tables tables;

    /** An empty store that goes by {@code clock}. */
    public MemoryBacking(TestClock clock) {
        this.clock = clock;
        this.tables = new Tables(clock);
    }

    @Override
    public Access open() {
        MemoryJournal journal = new MemoryJournal(tables);
        return new MemoryAccess(journal, new MemoryTransactions(journal), new MemorySlots(tables));
    }

    @Override
    public TestClock clock() {
        return clock;
    }

    @Override
    public EventLog log() {
        return new MemoryLog(tables);
    }

    @Override
    public void advance(Duration by, Set<UUID> holders) {
        tables.advance(by, holders);
    }

    @Override
    public Standing standing(Set<SagaId> held) {
        return tables.at(now -> {
            long due = wakeUps(held).filter(time -> !time.isAfter(now)).count();
            long letters = dueLetters(now).filter(each -> each.looks == 0).count();
            long laterLetters = dueLetters(now).filter(each -> each.looks > 0).count();
            Instant next = wakeUps(held)
                    .filter(time -> time.isAfter(now))
                    .min(Instant::compareTo)
                    .orElse(null);
            return new Standing(due, letters, laterLetters, next);
        });
    }

    /** Nothing is open that could be closed. */
    @Override
    public void close() {}

    private Stream<LetterEntry> dueLetters(Instant now) {
        return tables.letters.values().stream()
                .flatMap(each -> each.values().stream())
                .filter(each -> each.isDue(now));
    }

    private Stream<Instant> wakeUps(Set<SagaId> held) {
        return tables.sagas.values().stream()
                .filter(each -> !held.contains(each.key.id()))
                .flatMap(each -> Stream.ofNullable(each.wakeAt));
    }

    private record MemoryAccess(SagaJournal journal, LocalTransactions transactions, SlotLedger slots)
            implements Access {
        @Override
        public void close() {
            ((MemoryJournal) journal).close();
        }
    }
}
