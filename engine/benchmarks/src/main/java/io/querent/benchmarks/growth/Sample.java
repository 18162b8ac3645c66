package io.querent.benchmarks.growth;

/**
 * One point, measured once.
 *
 * @param x what has grown so far
 * @param seconds from the first start until the last end
 * @param commits transactions that carried appends
 * @param transactions of the whole server that wrote something
 * @param fullPageBytes the part of the write-ahead log that is images of whole pages, taken once after each checkpoint; not a number
 *     when the server cannot tell
 */
record Sample(
        Curve curve,
        String series,
        double x,
        int round,
        int steps,
        long sagas,
        double seconds,
        double p50Millis,
        double p99Millis,
        long appends,
        long commits,
        long transactions,
        long walBytes,
        double fullPageBytes,
        double jvmCpuSeconds,
        double serverCpuSeconds) {
    private static final double A_THOUSAND = 1_000;

    double perSecond() {
        return sagas / seconds;
    }

    double stepsPerSecond() {
        return perSecond() * steps;
    }

    double walBytesPerSaga() {
        return (double) walBytes / sagas;
    }

    /** Without whole pages, as far as that is known. */
    double ownWalBytesPerSaga() {
        return Double.isNaN(fullPageBytes) ? walBytesPerSaga() : (walBytes - fullPageBytes) / sagas;
    }

    double fullPageBytesPerSaga() {
        return fullPageBytes / sagas;
    }

    double appendsPerCommit() {
        return (double) appends / commits;
    }

    double transactionsPerSaga() {
        return (double) transactions / sagas;
    }

    double jvmCpuSecondsPerThousand() {
        return jvmCpuSeconds / sagas * A_THOUSAND;
    }

    double serverCpuSecondsPerThousand() {
        return serverCpuSeconds / sagas * A_THOUSAND;
    }

    double cpuMillisPerStep() {
        return (jvmCpuSeconds + serverCpuSeconds) * A_THOUSAND / sagas / steps;
    }

    double walBytesPerStep() {
        return ownWalBytesPerSaga() / steps;
    }

    double jvmCores() {
        return jvmCpuSeconds / seconds;
    }

    double serverCores() {
        return serverCpuSeconds / seconds;
    }
}
