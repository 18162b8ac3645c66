package io.querent.benchmarks.load;

import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.contender.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** So many sagas in flight at any time: each lane starts the next one when its last has ended. */
public final class ClosedLoop {
    private ClosedLoop() {}

    /**
     * Runs sagas for {@code duration}, then waits for those in flight.
     *
     * @throws IllegalStateException when a saga failed
     */
    public static LoadResult run(Contender contender, int sagasInFlight, Duration duration, Orders orders)
            throws InterruptedException {
        ExecutorService lanes = Lanes.open(contender.likesVirtualThreads());
        try {
            long begun = System.nanoTime();
            long end = begun + duration.toNanos();
            List<Future<Latencies.Recorder>> running = new ArrayList<>();
            for (int i = 0; i < sagasInFlight; i++) {
                running.add(lanes.submit(() -> runLane(contender, end, orders)));
            }
            List<Latencies.Recorder> recorders = new ArrayList<>();
            for (Future<Latencies.Recorder> lane : running) {
                recorders.add(lane.get());
            }
            return new LoadResult((System.nanoTime() - begun) / 1e9, Latencies.of(recorders));
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a saga of " + contender.name() + " failed", failed.getCause());
        } finally {
            lanes.shutdownNow();
        }
    }

    private static Latencies.Recorder runLane(Contender contender, long end, Orders orders) throws Exception {
        Latencies.Recorder recorder = new Latencies.Recorder();
        while (System.nanoTime() - end < 0) {
            Order order = orders.next();
            long begun = System.nanoTime();
            contender.run(order);
            recorder.add(System.nanoTime() - begun);
        }
        return recorder;
    }
}
