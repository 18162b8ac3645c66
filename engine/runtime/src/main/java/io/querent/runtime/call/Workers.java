package io.querent.runtime.call;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The engine's threads: virtual ones for calls where the platform has them (Java 21 on), a bounded pool otherwise, and one
 * thread for time limits and wake-ups, which never runs user code.
 */
public final class Workers implements AutoCloseable {
    private final ExecutorService executor;
    private final ScheduledExecutorService timer;

    private Workers(ExecutorService executor, ScheduledExecutorService timer) {
        this.executor = executor;
        this.timer = timer;
    }

    /**
     * Starts the threads.
     *
     * @param poolSize how many threads where there are no virtual ones
     */
    public static Workers start(int poolSize) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, daemons("querent-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
        return new Workers(virtualThreads(() -> boundedPool(poolSize)), timer);
    }

    /**
     * Threads that the caller brings, as a test does whose time can be moved ahead. They are closed with this.
     *
     * @param timer one thread; once closed it drops what it is given
     */
    public static Workers of(ExecutorService executor, ScheduledExecutorService timer) {
        return new Workers(executor, timer);
    }

    /** Runs {@code task} on a thread that may block; drops it once this is closed: what is stored decides then. */
    public void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException closed) {
            if (!executor.isShutdown()) {
                throw closed;
            }
        }
    }

    /** Whether tasks wait for a thread; never so where there is one for each. */
    public boolean areWaitedFor() {
        return executor instanceof ThreadPoolExecutor pool && !pool.getQueue().isEmpty();
    }

    /** Hands {@code task} to a worker after {@code delay}. */
    public ScheduledFuture<?> later(Duration delay, Runnable task) {
        return timer.schedule(() -> executor.execute(task), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs {@code task}, which must be short and must not block, on the timer's thread after {@code delay}. */
    public ScheduledFuture<?> tick(Duration delay, Runnable task) {
        return timer.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        executor.shutdown();
    }

    private static ExecutorService boundedPool(int size) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons("querent-worker"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** The language level is 17, so the method of 21 is looked up by name. */
    private static ExecutorService virtualThreads(Supplier<ExecutorService> otherwise) {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException olderPlatform) {
            return otherwise.get();
        }
    }

    private static java.util.concurrent.ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
