package io.querent.examples.payment.bank;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a bank.
 *
 * @param workers handle requests
 * @param timer wakes requests that are kept waiting
 * @param arrivals brings in what arrives without a caller
 */
record BankThreads(ExecutorService workers, ScheduledExecutorService timer, ScheduledExecutorService arrivals)
        implements AutoCloseable {
    private static final int LONGEST_QUEUE = 1024;
    private static final long CLOSE_SECONDS = 10;

    static BankThreads start(int workers) {
        return new BankThreads(
                workers(workers),
                Executors.newSingleThreadScheduledExecutor(named("bank-timer")),
                Executors.newSingleThreadScheduledExecutor(named("bank-arrivals")));
    }

    /** Forgets requests that are kept waiting, lets the rest finish for a while, then interrupts it. */
    @Override
    public void close() {
        timer.shutdownNow();
        arrivals.shutdown();
        workers.shutdown();
        try {
            for (ExecutorService pool : List.of(arrivals, workers)) {
                if (!pool.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                    pool.shutdownNow();
                }
            }
        } catch (InterruptedException interrupted) {
            arrivals.shutdownNow();
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /** Where the queue is full, the thread that accepts connections works itself, and new callers wait outside. */
    private static ExecutorService workers(int count) {
        return new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(LONGEST_QUEUE),
                named("bank-worker"),
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
