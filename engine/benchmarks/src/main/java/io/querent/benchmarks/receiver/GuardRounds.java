package io.querent.benchmarks.receiver;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Usage;
import io.querent.receiver.Execution;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationWork;
import io.querent.receiver.jdbc.JdbcOperationGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;

/** Runs the loads in rounds and takes medians. The work writes nothing: what is measured is the guard alone. */
final class GuardRounds {
    private static final String SCHEMA = "querent_receiver";
    private static final OperationWork WORK = transaction -> OperationAnswer.succeeded(KeptKeys.answer());
    private static final int STORM_CALLERS = 64;

    private final JdbcOperationGuard guard;
    private final Meter meter;
    private final String run;
    private final int callers;
    private final int rounds;
    private final Duration each;
    private final AtomicLong fresh = new AtomicLong();

    GuardRounds(HikariDataSource pool, Meter meter, String run, int callers, int rounds, Duration each) {
        this.guard = new JdbcOperationGuard(pool);
        this.meter = meter;
        this.run = run;
        this.callers = callers;
        this.rounds = rounds;
        this.each = each;
    }

    void warmUp(Duration duration) throws Exception {
        Clients.run(callers, duration, fresh, this::claim);
    }

    GuardPoint with(long kept, KeyTables tables) throws Exception {
        List<LoadResult> claims = new ArrayList<>();
        List<LoadResult> replays = new ArrayList<>();
        List<Double> wal = new ArrayList<>();
        List<Double> pages = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            meter.checkpoint();
            Meter.Reading before = meter.read(SCHEMA);
            LoadResult claimed = Clients.run(callers, each, fresh, this::claim);
            Usage used = meter.since(before);
            claims.add(claimed);
            wal.add(used.walBytes() / (double) claimed.latencies().count());
            pages.add(used.walFullPageBytes() / claimed.latencies().count());
            if (kept > 0) {
                Random random = new Random(round);
                AtomicLong ignored = new AtomicLong();
                long[] numbers = random.longs(1 << 16, 1, kept + 1).toArray();
                replays.add(Clients.run(
                        callers, each, ignored, number -> replay(numbers[(int) (number % numbers.length)])));
            }
        }
        return new GuardPoint(
                kept,
                median(claims, LoadResult::perSecond),
                median(claims, result -> result.latencies().millis(0.5)),
                median(claims, result -> result.latencies().millis(0.99)),
                median(wal, Double::doubleValue),
                median(pages, Double::doubleValue),
                median(replays, LoadResult::perSecond),
                median(replays, result -> result.latencies().millis(0.5)),
                median(replays, result -> result.latencies().millis(0.99)),
                tables);
    }

    StormPoint storm() throws Exception {
        guard.execute(KeptKeys.fresh(run, 0), WORK);
        List<LoadResult> calm = new ArrayList<>();
        List<LoadResult> beside = new ArrayList<>();
        List<LoadResult> storms = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            calm.add(Clients.run(callers, each, fresh, this::claim));
            CompletableFuture<LoadResult> storm = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    storm.complete(Clients.run(STORM_CALLERS, each, new AtomicLong(), number -> repeat()));
                } catch (Exception failed) {
                    storm.completeExceptionally(failed);
                }
            });
            thread.start();
            beside.add(Clients.run(callers, each, fresh, this::claim));
            storms.add(storm.get());
        }
        return new StormPoint(
                median(calm, LoadResult::perSecond),
                median(calm, result -> result.latencies().millis(0.5)),
                median(calm, result -> result.latencies().millis(0.99)),
                median(beside, LoadResult::perSecond),
                median(beside, result -> result.latencies().millis(0.5)),
                median(beside, result -> result.latencies().millis(0.99)),
                median(storms, LoadResult::perSecond));
    }

    private void claim(long number) throws Exception {
        require(guard.execute(KeptKeys.fresh(run, number), WORK), Execution.Applied.class);
    }

    private void replay(long number) throws Exception {
        Execution told = guard.execute(KeptKeys.request(number), WORK);
        if (!(told instanceof Execution.Gone)) {
            require(told, Execution.Replayed.class);
        }
    }

    private void repeat() throws Exception {
        require(guard.execute(KeptKeys.fresh(run, 0), WORK), Execution.Replayed.class);
    }

    private static void require(Execution told, Class<? extends Execution> expected) {
        if (!expected.isInstance(told)) {
            throw new IllegalStateException("expected " + expected.getSimpleName() + ", found " + told);
        }
    }

    private static <T> double median(List<T> values, ToDoubleFunction<T> figure) {
        double[] sorted = values.stream().mapToDouble(figure).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }
}
