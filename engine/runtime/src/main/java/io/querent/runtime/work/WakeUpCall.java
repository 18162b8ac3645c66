package io.querent.runtime.work;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one thread sleep until the earliest of the times it was asked to be woken at. Thread-safe. */
final class WakeUpCall {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long earliest = Long.MAX_VALUE;

    /** Wake the sleeper no later than after {@code delay}. */
    void in(Duration delay) {
        lock.lock();
        try {
            long at = System.nanoTime() + delay.toNanos();
            if (earliest == Long.MAX_VALUE || at - earliest < 0) {
                earliest = at;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sleeps until somebody's time has come, or for {@code longest}. */
    void await(Duration longest) {
        lock.lock();
        try {
            long end = System.nanoTime() + longest.toNanos();
            long left = left(end);
            while (left > 0) {
                changed.awaitNanos(left);
                left = left(end);
            }
            if (earliest != Long.MAX_VALUE && earliest - System.nanoTime() <= 0) {
                earliest = Long.MAX_VALUE;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private long left(long end) {
        long now = System.nanoTime();
        long untilEnd = end - now;
        return earliest == Long.MAX_VALUE ? untilEnd : Math.min(untilEnd, earliest - now);
    }

    /** For a human reader of a stuck thread's dump. */
    @Override
    public String toString() {
        return "wake-up call in " + TimeUnit.NANOSECONDS.toMillis(earliest - System.nanoTime()) + " ms";
    }
}
