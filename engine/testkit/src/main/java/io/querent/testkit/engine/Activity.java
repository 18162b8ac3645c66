package io.querent.testkit.engine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts what happens, so that somebody can wait until something does, or until nothing does any more. Thread-safe. */
final class Activity {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long count;

    /** Something happened. */
    void note() {
        lock.lock();
        try {
            count++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How much happened so far. */
    long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something happens after {@code seen}, for {@code longest} at most; returns whether something did. */
    boolean awaitAfter(long seen, Duration longest) {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (count == seen && left > 0) {
                left = changed.awaitNanos(left);
            }
            return count != seen;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets others work for {@code longest} at most, or until something happens. */
    void pause(long milliseconds) {
        awaitAfter(count(), Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(milliseconds)));
    }
}
