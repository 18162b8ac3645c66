package io.querent.postgres;

import java.util.concurrent.atomic.LongAdder;

/** Running totals behind {@link JournalCounters}. Thread-safe. */
final class Counting {
    final LongAdder appends = new LongAdder();
    final LongAdder stale = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder commits = new LongAdder();
    final LongAdder conflicts = new LongAdder();
    final LongAdder failures = new LongAdder();

    JournalCounters with(int queued) {
        return new JournalCounters(
                appends.sum(), stale.sum(), refused.sum(), commits.sum(), conflicts.sum(), failures.sum(), queued);
    }
}
