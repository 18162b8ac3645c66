package io.querent.benchmarks.load;

import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.contender.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Sagas arrive at a steady rate, whether or not earlier ones have ended. Latency counts from when a saga should have started, so a
 * stall shows in all that it kept waiting.
 */
public final class SteadyRate {
    private static final double NANOS_IN_A_SECOND = 1e9;

    private SteadyRate() {}

    /**
     * Lets sagas arrive for {@code duration}, then waits for those in flight.
     *
     * @throws IllegalStateException when a saga failed
     */
    public static LoadResult run(Contender contender, double perSecond, Duration duration, Orders orders)
            throws InterruptedException {
        long interval = Math.max(1, (long) (NANOS_IN_A_SECOND / perSecond));
        ExecutorService lanes = Lanes.open(contender.likesVirtualThreads());
        try {
            long begun = System.nanoTime();
            List<Future<Long>> running = new ArrayList<>();
            for (long after = 0; after < duration.toNanos(); after += interval) {
                long due = begun + after;
                await(due);
                running.add(lanes.submit(() -> run(contender, due, orders.next())));
            }
            Latencies.Recorder recorder = new Latencies.Recorder();
            for (Future<Long> saga : running) {
                recorder.add(saga.get());
            }
            return new LoadResult((System.nanoTime() - begun) / NANOS_IN_A_SECOND, Latencies.of(List.of(recorder)));
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a saga of " + contender.name() + " failed", failed.getCause());
        } finally {
            lanes.shutdownNow();
        }
    }

    private static long run(Contender contender, long due, Order order) throws Exception {
        contender.run(order);
        return System.nanoTime() - due;
    }

    /** Arrivals are times to be kept, not guesses at when something else will be done. */
    private static void await(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
