package io.querent.examples.payment.faultrun.failover;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * One kill and what followed.
 *
 * @param killed the primary that was killed
 * @param successor who took its place
 * @param timeline of the successor
 * @param electedAfter from the kill until Patroni said that the successor leads
 * @param silences all times without an acknowledged start, of a second or more, from the last one before the kill until the cluster
 *     was whole again
 * @param wholeAfter from the kill until three members worked again, one of them as synchronous standby
 */
record Failover(
        String killed,
        String successor,
        int timeline,
        Duration electedAfter,
        List<Duration> silences,
        Duration wholeAfter) {
    Failover {
        silences = List.copyOf(silences);
    }

    /** The longest time without an acknowledged start: from the last commit before to the first commit after. */
    Duration resumedAfter() {
        return silences.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }
}
