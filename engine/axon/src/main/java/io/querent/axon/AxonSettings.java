package io.querent.axon;

import java.time.Duration;

/**
 * How streaming processors read.
 *
 * @param pollInterval how long the event store waits before it looks for events again; 10 ms to 1 min
 * @param cachedEvents newest events kept for processors that have caught up; 1 to 100,000
 * @param batchSize most events in one transaction of a processor; 1 to 10,000
 * @param segments parts that a processor begins with, each of which one node works on at a time; 1 to 1,024. Later it is changed
 *     by splitting and merging
 */
public record AxonSettings(Duration pollInterval, int cachedEvents, int batchSize, int segments) {
    private static final Duration SHORTEST_POLL = Duration.ofMillis(10);
    private static final Duration LONGEST_POLL = Duration.ofMinutes(1);

    /** Settings for most. */
    public static final AxonSettings DEFAULT = new AxonSettings(Duration.ofMillis(100), 1_000, 500, 4);

    /** @throws IllegalArgumentException when a value is out of range */
    public AxonSettings {
        boolean right = pollInterval.compareTo(SHORTEST_POLL) >= 0 && pollInterval.compareTo(LONGEST_POLL) <= 0;
        require(right, "pollInterval", pollInterval, SHORTEST_POLL + " to " + LONGEST_POLL);
        require(cachedEvents >= 1 && cachedEvents <= 100_000, "cachedEvents", cachedEvents, "1 to 100000");
        require(batchSize >= 1 && batchSize <= 10_000, "batchSize", batchSize, "1 to 10000");
        require(segments >= 1 && segments <= 1_024, "segments", segments, "1 to 1024");
    }

    /** The same with another interval. */
    public AxonSettings withPollInterval(Duration interval) {
        return new AxonSettings(interval, cachedEvents, batchSize, segments);
    }

    /** The same with another number of events kept. */
    public AxonSettings withCachedEvents(int events) {
        return new AxonSettings(pollInterval, events, batchSize, segments);
    }

    /** The same with another batch size. */
    public AxonSettings withBatchSize(int events) {
        return new AxonSettings(pollInterval, cachedEvents, events, segments);
    }

    /** The same with another number of segments. */
    public AxonSettings withSegments(int count) {
        return new AxonSettings(pollInterval, cachedEvents, batchSize, count);
    }

    private static void require(boolean right, String name, Object found, String expected) {
        if (!right) {
            throw new IllegalArgumentException("Axon setting " + name + " must be " + expected + ", it is " + found);
        }
    }
}
