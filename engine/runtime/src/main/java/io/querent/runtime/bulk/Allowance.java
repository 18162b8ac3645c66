package io.querent.runtime.bulk;

import java.time.Duration;
import java.time.Instant;

/**
 * How much of a job's rate has not been used. It begins with nothing, so that a job that goes from node to node is not sped up by that,
 * and no more is saved up than one and a quarter of a second's worth. Not thread-safe.
 */
final class Allowance {
    private static final double SAVED_SECONDS = 0.25;
    private static final double NANOS = Duration.ofSeconds(1).toNanos();

    private final double ratePerSecond;
    private double saved;
    private Instant since;

    Allowance(double ratePerSecond, Instant now) {
        this.ratePerSecond = ratePerSecond;
        this.since = now;
    }

    /** Whether one more may be sent at {@code now}; it counts as sent then. */
    boolean take(Instant now) {
        double seconds = Math.max(0, Duration.between(since, now).toNanos() / NANOS);
        saved = Math.min(1 + ratePerSecond * SAVED_SECONDS, saved + seconds * ratePerSecond);
        since = now;
        if (saved < 1) {
            return false;
        }
        saved -= 1;
        return true;
    }
}
