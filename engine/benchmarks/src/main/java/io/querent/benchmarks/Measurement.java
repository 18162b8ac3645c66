package io.querent.benchmarks;

import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.server.Usage;

/**
 * One contender under one load in one round. What cannot be known is not a number.
 *
 * @param appends made during the load
 * @param usage of server and JVM during the load
 * @param threads most threads of the JVM at a time, virtual ones not counted
 */
record Measurement(
        String contender,
        int inFlight,
        int round,
        LoadResult load,
        Contender.Appends appends,
        Usage usage,
        int threads) {
    private static final double A_THOUSAND = 1_000;

    int sagas() {
        return load.latencies().count();
    }

    double perSecond() {
        return load.perSecond();
    }

    double durableStepsPerSecond() {
        return appends.count() / load.seconds();
    }

    double p50Millis() {
        return load.latencies().millis(0.5);
    }

    double p99Millis() {
        return load.latencies().millis(0.99);
    }

    double appendsPerSaga() {
        return perSaga(appends.count());
    }

    double appendsPerCommit() {
        return perCommit(appends.count());
    }

    double transactionsPerSaga() {
        return perSaga(usage.transactions());
    }

    double roundTripsPerSaga() {
        return perSaga(usage.roundTrips());
    }

    /** For each commit that carried appends; whatever else was asked is in it as well. */
    double roundTripsPerCommit() {
        return perCommit(usage.roundTrips());
    }

    double walBytesPerSaga() {
        return perSaga(usage.walBytes());
    }

    double walFullPageBytesPerSaga() {
        return perSaga(usage.walFullPageBytes());
    }

    double heapBytesPerSaga() {
        return perSaga(usage.heapBytes());
    }

    double indexBytesPerSaga() {
        return perSaga(usage.indexBytes());
    }

    double jvmCpuSecondsPerThousand() {
        return perSaga(usage.jvmCpuSeconds()) * A_THOUSAND;
    }

    double serverCpuSecondsPerThousand() {
        return perSaga(usage.serverCpuSeconds()) * A_THOUSAND;
    }

    double cpuSecondsPerThousand() {
        return jvmCpuSecondsPerThousand() + serverCpuSecondsPerThousand();
    }

    double allocatedBytesPerSaga() {
        return perSaga(usage.allocatedBytes());
    }

    private double perSaga(long total) {
        return perSaga((double) total);
    }

    private double perSaga(double total) {
        return total / sagas();
    }

    private double perCommit(long total) {
        return appends.commits() == 0 ? Double.NaN : (double) total / appends.commits();
    }
}
