package io.querent.testkit.engine;

import io.querent.testkit.store.TestClock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A timer that goes off when its delay has passed, or at once when the test's clock is moved beyond it. Thread-safe. */
final class TestTimer extends ScheduledThreadPoolExecutor {
    private final TestClock clock;
    private final Set<Alarm> set = ConcurrentHashMap.newKeySet();

    TestTimer(TestClock clock) {
        super(
                1,
                task -> {
                    Thread thread = new Thread(task, "querent-test-timer");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        setRemoveOnCancelPolicy(true);
        this.clock = clock;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        Alarm alarm = new Alarm(clock.nanoTime() + unit.toNanos(delay), task);
        set.add(alarm);
        ScheduledFuture<?> future = super.schedule(alarm, delay, unit);
        alarm.future = future;
        return future;
    }

    /** Has everything go off whose time has come, on the calling thread. */
    void ring() {
        long now = clock.nanoTime();
        set.stream().filter(alarm -> alarm.isDue(now)).forEach(Alarm::run);
    }

    /** How long until the next goes off; empty when none is set. */
    Optional<Duration> untilNext() {
        set.removeIf(Alarm::isCancelled);
        long now = clock.nanoTime();
        return set.stream()
                .map(alarm -> Duration.ofNanos(Math.max(0, alarm.at - now)))
                .min(Duration::compareTo);
    }

    private final class Alarm implements Runnable {
        private final long at;
        private final Runnable task;
        private final AtomicBoolean gone = new AtomicBoolean();
        private volatile @Nullable ScheduledFuture<?> future;

        Alarm(long at, Runnable task) {
            this.at = at;
            this.task = task;
        }

        boolean isDue(long now) {
            return at - now <= 0;
        }

        boolean isCancelled() {
            ScheduledFuture<?> known = future;
            return known != null && known.isCancelled();
        }

        /** By the delay or by the clock, whichever comes first; never twice, and never after it was cancelled. */
        @Override
        public void run() {
            set.remove(this);
            if (!isCancelled() && gone.compareAndSet(false, true)) {
                task.run();
            }
        }
    }
}
