package io.querent.benchmarks.console;

import io.querent.benchmarks.load.Latencies;
import java.util.List;
import java.util.Map;

/**
 * All that was measured.
 *
 * @param assetBytes stylesheet, scripts and pictures that pages load, once
 * @param foreign what pages load or lead to that is not of their own origin
 */
record ConsoleResults(
        Map<String, String> facts,
        int sagas,
        int attempts,
        int auditEntries,
        List<Measured> routes,
        int assetBytes,
        int sentAssetBytes,
        List<String> foreign) {
    static final double MOST_MILLIS = 200;
    static final int MOST_BYTES = 200_000;

    ConsoleResults {
        facts = Map.copyOf(facts);
        routes = List.copyOf(routes);
        foreign = List.copyOf(foreign);
    }

    /**
     * A route.
     *
     * @param p50 milliseconds within the server, as all others but {@code wallP95}
     * @param wallP95 milliseconds until the client had the last byte
     * @param bytes of the largest answer, not compressed
     * @param sentBytes of the largest answer, as it was sent
     */
    record Measured(
            String name,
            Route.Kind kind,
            int requests,
            double p50,
            double p95,
            double p99,
            double wallP95,
            int bytes,
            int sentBytes) {
        static Measured of(Route route, long[] serverNanos, long[] wallNanos, int bytes, int sentBytes) {
            Latencies server = Latencies.of(serverNanos);
            return new Measured(
                    route.name(),
                    route.kind(),
                    server.count(),
                    server.millis(0.5),
                    server.millis(0.95),
                    server.millis(0.99),
                    Latencies.of(wallNanos).millis(0.95),
                    bytes,
                    sentBytes);
        }

        boolean isInTime() {
            return p95 <= MOST_MILLIS;
        }
    }

    /** As they are sent, a page's own bytes and what it loads. */
    int weight(Measured route) {
        return route.kind() == Route.Kind.PAGE ? route.sentBytes() + sentAssetBytes : route.sentBytes();
    }

    boolean isLight(Measured route) {
        return route.kind() == Route.Kind.API || weight(route) <= MOST_BYTES;
    }

    boolean isReached() {
        return foreign.isEmpty() && routes.stream().allMatch(route -> route.isInTime() && isLight(route));
    }
}
