package io.querent.examples.payment.faultrun.failover;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** Times until work resumed, of several failovers. */
final class ResumeTimes {
    private ResumeTimes() {}

    /** The middle one; the mean of the two in the middle of an even number. Zero of none. */
    static Duration median(List<Failover> failovers) {
        if (failovers.isEmpty()) {
            return Duration.ZERO;
        }
        List<Duration> sorted =
                failovers.stream().map(Failover::resumedAfter).sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : sorted.get(middle - 1).plus(sorted.get(middle)).dividedBy(2);
    }

    /** The longest. Zero of none. */
    static Duration longest(List<Failover> failovers) {
        return failovers.stream()
                .map(Failover::resumedAfter)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }
}
