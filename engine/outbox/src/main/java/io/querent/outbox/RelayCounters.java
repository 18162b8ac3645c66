package io.querent.outbox;

import java.util.concurrent.atomic.LongAdder;

/** What a relay did since it was started, in numbers. Thread-safe. */
public final class RelayCounters {
    final LongAdder sent = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder parked = new LongAdder();

    RelayCounters() {}

    /** Messages that the broker has acknowledged, repeated ones included. */
    public long sent() {
        return sent.sum();
    }

    /** Tries that failed. */
    public long failed() {
        return failed.sum();
    }

    /** Messages that were parked for a person to look at. */
    public long parked() {
        return parked.sum();
    }

    @Override
    public String toString() {
        return "RelayCounters[sent=" + sent + ", failed=" + failed + ", parked=" + parked + "]";
    }
}
