package io.querent.runtime.call;

import java.util.concurrent.TimeUnit;

/**
 * Spaces sends evenly over time at a rate that may change from one moment to the next. No more can be saved up than what fits into a
 * twentieth of a second, which makes good for timers that come late; so no second has more than a second's worth and that. Not
 * thread-safe.
 */
final class Pace {
    private static final double SAVED_SECONDS = 0.05;
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private double saved = 1;
    private long since;

    Pace(long now) {
        this.since = now;
    }

    /** How many may be sent at {@code now}. */
    int allowed(double ratePerSecond, long now) {
        if (ratePerSecond == Double.POSITIVE_INFINITY) {
            return Integer.MAX_VALUE;
        }
        saved = Math.min(Math.max(1, ratePerSecond * SAVED_SECONDS), saved + (now - since) / NANOS * ratePerSecond);
        since = now;
        return (int) saved;
    }

    /** One is sent; it must have been allowed. */
    void take() {
        saved = Math.max(0, saved - 1);
    }

    /** How long until one is allowed, in nanoseconds, if the rate stays as it is. */
    long untilAllowed(double ratePerSecond) {
        return ratePerSecond <= 0 ? Long.MAX_VALUE : (long) (Math.max(0, 1 - saved) / ratePerSecond * NANOS);
    }
}
