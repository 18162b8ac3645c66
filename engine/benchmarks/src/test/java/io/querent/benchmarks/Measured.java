package io.querent.benchmarks;

import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.load.Latencies;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.server.Usage;
import java.util.Arrays;

/** Measurements that were not made. */
final class Measured {
    private static final int SAGAS = 100;

    private Measured() {}

    /** A hundred sagas of a millisecond each: 4 appends, half as many commits, one second of CPU on each side. */
    static Measurement of(Case one, int round, double perSecond) {
        long[] nanos = new long[SAGAS];
        Arrays.fill(nanos, 1_000_000);
        return new Measurement(
                one.contender(),
                one.inFlight(),
                round,
                new LoadResult(SAGAS / perSecond, Latencies.of(nanos)),
                new Contender.Appends(4L * SAGAS, 2L * SAGAS),
                new Usage(2L * SAGAS, 4L * SAGAS, 100_000, 10_000, 50_000, 20_000, 1, 1, Double.NaN),
                10);
    }
}
