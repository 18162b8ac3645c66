package io.querent.benchmarks.receiver;

import io.querent.benchmarks.load.Latencies;
import io.querent.benchmarks.load.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** So many callers, each with the next call when its last is answered. */
final class Clients {
    /** A call with its number. */
    @FunctionalInterface
    interface Call {
        void number(long number) throws Exception;
    }

    private Clients() {}

    /** Calls for so long, numbered on from {@code numbers}. */
    static LoadResult run(int callers, Duration duration, AtomicLong numbers, Call call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try {
            long begun = System.nanoTime();
            long end = begun + duration.toNanos();
            List<Future<long[]>> running = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                running.add(threads.submit(() -> runOne(end, numbers, call)));
            }
            List<long[]> all = new ArrayList<>();
            for (Future<long[]> each : running) {
                all.add(each.get());
            }
            long[] nanos = all.stream().flatMapToLong(Arrays::stream).toArray();
            return new LoadResult((System.nanoTime() - begun) / 1e9, Latencies.of(nanos));
        } finally {
            threads.shutdownNow();
        }
    }

    private static long[] runOne(long end, AtomicLong numbers, Call call) throws Exception {
        long[] nanos = new long[1024];
        int count = 0;
        while (System.nanoTime() - end < 0) {
            long begun = System.nanoTime();
            call.number(numbers.incrementAndGet());
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
            }
            nanos[count++] = System.nanoTime() - begun;
        }
        return Arrays.copyOf(nanos, count);
    }
}
