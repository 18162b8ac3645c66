package io.querent.benchmarks;

import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.server.Usage;

/**
 * One contender under one load in one round.
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

    double perSecond() {
        return load.perSecond();
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
        return (double) appends.count() / appends.commits();
    }

    double transactionsPerSaga() {
        return perSaga(usage.transactions());
    }

    double walBytesPerSaga() {
        return perSaga(usage.walBytes());
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

    private double perSaga(double total) {
        return total / load.latencies().count();
    }
}
