package io.querent.benchmarks.load;

/**
 * What a load came to.
 *
 * @param seconds from the first start until the last end
 */
public record LoadResult(double seconds, Latencies latencies) {
    /** Sagas from start to end in one second. */
    public double perSecond() {
        return latencies.count() / seconds;
    }
}
