package io.querent.benchmarks.growth;

import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Measures the points of a curve round by round, in another order each round, so that what drifts meets all alike. */
final class Sampler {
    private static final String SCHEMA = "querent";

    private final Meter meter;

    Sampler(Meter meter) {
        this.meter = meter;
    }

    /** @param told each sample as it is taken */
    void run(Curve curve, Points points, int rounds, Duration duration, Consumer<Sample> told) throws Exception {
        for (int round = 1; round <= rounds; round++) {
            List<Point> order = new ArrayList<>(points.all());
            Collections.shuffle(order, new Random(round));
            meter.checkpoint();
            for (Point point : order) {
                if (points.afterCheckpoint()) {
                    meter.checkpoint();
                }
                told.accept(measure(curve, point, round, duration));
            }
        }
    }

    private Sample measure(Curve curve, Point point, int round, Duration duration) throws Exception {
        Meter.Reading before = meter.read(SCHEMA);
        Load.Outcome outcome = point.load().run(duration);
        Usage usage = meter.since(before);
        return new Sample(
                curve,
                point.series(),
                point.x(),
                round,
                point.steps(),
                outcome.sagas(),
                outcome.seconds(),
                outcome.p50Millis(),
                outcome.p99Millis(),
                outcome.appends(),
                outcome.commits(),
                usage.transactions(),
                usage.walBytes(),
                usage.walFullPageBytes(),
                outcome.jvmCpuSeconds(),
                usage.serverCpuSeconds());
    }
}
