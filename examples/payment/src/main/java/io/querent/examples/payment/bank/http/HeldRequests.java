package io.querent.examples.payment.bank.http;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Requests that are kept waiting. They occupy a connection each, but no thread; beyond the limit they are not kept waiting. */
final class HeldRequests {
    private static final int MOST_HELD = 1000;

    private final Semaphore places = new Semaphore(MOST_HELD);
    private final ScheduledExecutorService timer;
    private final Executor workers;

    HeldRequests(ScheduledExecutorService timer, Executor workers) {
        this.timer = timer;
        this.workers = workers;
    }

    /** Runs {@code task} on a worker after {@code delay}. */
    void hold(Duration delay, Runnable task) {
        if (!places.tryAcquire()) {
            workers.execute(task);
            return;
        }
        ScheduledFuture<?> unused = timer.schedule(() -> release(task), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void release(Runnable task) {
        places.release();
        workers.execute(task);
    }
}
