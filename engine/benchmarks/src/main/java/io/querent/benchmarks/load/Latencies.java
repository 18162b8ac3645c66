package io.querent.benchmarks.load;

import java.util.Arrays;
import java.util.Collection;

/** How long each saga took, every one of them, sorted. Immutable. */
public final class Latencies {
    private static final double NANOS_IN_A_MILLI = 1e6;

    private final long[] sortedNanos;

    private Latencies(long[] sortedNanos) {
        this.sortedNanos = sortedNanos;
    }

    /** Those given, in nanoseconds and in any order. */
    public static Latencies of(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Latencies(sorted);
    }

    static Latencies of(Collection<Recorder> recorders) {
        return of(recorders.stream()
                .flatMapToLong(recorder -> Arrays.stream(recorder.nanos, 0, recorder.count))
                .toArray());
    }

    /** How many. */
    public int count() {
        return sortedNanos.length;
    }

    /** The latency in milliseconds that {@code share} of all sagas stayed within; not a number when there were none. */
    public double millis(double share) {
        if (sortedNanos.length == 0) {
            return Double.NaN;
        }
        int index = (int) Math.ceil(share * sortedNanos.length) - 1;
        return sortedNanos[Math.max(0, index)] / NANOS_IN_A_MILLI;
    }

    /** Collects one lane's latencies. Confined to the lane's thread until that has ended. */
    static final class Recorder {
        private long[] nanos = new long[1_024];
        private int count;

        void add(long latencyNanos) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, count * 2);
            }
            nanos[count++] = latencyNanos;
        }
    }
}
