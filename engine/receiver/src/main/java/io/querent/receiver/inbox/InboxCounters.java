package io.querent.receiver.inbox;

import java.util.concurrent.atomic.LongAdder;

/** What a consumer did since it was started, in numbers. Thread-safe. */
public final class InboxCounters {
    final LongAdder handled = new LongAdder();
    final LongAdder duplicates = new LongAdder();
    final LongAdder busy = new LongAdder();
    final LongAdder deferred = new LongAdder();
    final LongAdder parked = new LongAdder();

    InboxCounters() {}

    /** Messages that were handled, at whatever try. */
    public long handled() {
        return handled.sum();
    }

    /** Copies of messages that were handled before, or wait. */
    public long duplicates() {
        return duplicates.sum();
    }

    /** How often a copy was being handled and was waited for in vain. */
    public long busy() {
        return busy.sum();
    }

    /** Messages that were put aside to be handled again, with those behind them in their line. */
    public long deferred() {
        return deferred.sum();
    }

    /** Messages that were parked at once, without a try. Those parked after their tries are counted by {@link InboxConsumer#again}. */
    public long parked() {
        return parked.sum();
    }

    @Override
    public String toString() {
        return "InboxCounters[handled=" + handled + ", duplicates=" + duplicates + ", busy=" + busy + ", deferred="
                + deferred + ", parked=" + parked + "]";
    }
}
