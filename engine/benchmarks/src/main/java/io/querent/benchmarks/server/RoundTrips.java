package io.querent.benchmarks.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often connections have waited for the server: bytes sent and then an answer read, however many statements went along. Counted
 * at the sockets, where it is the same for whoever uses the driver, and how. Thread-safe.
 */
final class RoundTrips {
    /** The driver makes its socket factories itself and gives them nothing but a text; so counts are found by name. */
    private static final Map<String, RoundTrips> BY_NAME = new ConcurrentHashMap<>();

    private final LongAdder made = new LongAdder();

    private RoundTrips() {}

    /** The count of all connections that were opened under {@code name}. */
    static RoundTrips of(String name) {
        return BY_NAME.computeIfAbsent(name, unused -> new RoundTrips());
    }

    void add() {
        made.increment();
    }

    long made() {
        return made.sum();
    }
}
