package io.querent.testkit.memory;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.LocalTransactions;
import java.util.Optional;

/**
 * Local transactions without a database: the events are stored when the work is done, or not at all. What the work itself wrote cannot be
 * taken back here. Thread-safe.
 */
final class MemoryTransactions implements LocalTransactions {
    private final MemoryJournal journal;
    private final ThreadLocal<Boolean> running = ThreadLocal.withInitial(() -> false);

    MemoryTransactions(MemoryJournal journal) {
        this.journal = journal;
    }

    @Override
    public Optional<AppendResult> run(Work work) throws Exception {
        if (running.get()) {
            throw new IllegalStateException("this thread runs a transaction of a saga step already");
        }
        running.set(true);
        try {
            Optional<Append> append = work.run();
            return append.map(journal::appendAtOnce);
        } finally {
            running.remove();
        }
    }
}
