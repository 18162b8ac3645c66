package io.querent.runtime.call;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Watches one call. When the limit passes first, the call is overdue: somebody is told and the call goes on, for as long again;
 * then its thread is interrupted, so that a call that hangs for ever does not keep a permit for ever.
 */
final class TimeLimit {
    private enum Phase {
        WATCHED,
        OVERDUE,
        ENDED
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WATCHED);
    private final Thread caller = Thread.currentThread();
    private @Nullable ScheduledFuture<?> firing;

    private TimeLimit() {}

    static TimeLimit start(Workers workers, Duration limit, Runnable overdue) {
        TimeLimit watch = new TimeLimit();
        watch.firing = workers.tick(limit, () -> watch.fire(workers, limit, overdue));
        return watch;
    }

    /**
     * The call has ended. Returns whether it did in time; clears an interrupt, which was meant for the call or is what the call left
     * behind: its thread goes on with the database and with the next call, neither of which it concerns.
     */
    synchronized boolean end() {
        boolean inTime = phase.getAndSet(Phase.ENDED) == Phase.WATCHED;
        if (firing != null) {
            firing.cancel(false);
        }
        Thread.interrupted();
        return inTime;
    }

    private void fire(Workers workers, Duration limit, Runnable overdue) {
        if (phase.compareAndSet(Phase.WATCHED, Phase.OVERDUE)) {
            workers.execute(overdue);
            workers.tick(limit, this::interrupt);
        }
    }

    private synchronized void interrupt() {
        if (phase.get() == Phase.OVERDUE) {
            caller.interrupt();
        }
    }
}
