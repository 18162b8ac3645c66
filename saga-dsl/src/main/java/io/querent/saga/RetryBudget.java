package io.querent.saga;

import java.time.Duration;

/**
 * How often, for how long and how densely something may be tried again. Both limits hold: count and time.
 *
 * <p>The delay before try {@code n} is drawn from {@code [0, min(max, base × 2^n)]}: full jitter, so that a crowd which failed
 * together does not come back together.
 *
 * @param attempts tries in all, the first included; 1 to 1,000
 * @param within time from the first try after which none begins; 1 ms to 366 days
 * @param base upper bound of the first delay; 1 ms to 366 days
 * @param max upper bound of every delay; not shorter than {@code base}
 */
public record RetryBudget(int attempts, Duration within, Duration base, Duration max) {
    // The bounds come first: the constants below are checked against them while this class is being initialised.
    private static final int MOST_ATTEMPTS = 1_000;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(366);

    /** For actions: 8 tries within an hour, 1 s doubling to at most 5 min. */
    public static final RetryBudget ACTION =
            new RetryBudget(8, Duration.ofHours(1), Duration.ofSeconds(1), Duration.ofMinutes(5));

    /** For compensations, which have to succeed: 20 tries within a day. */
    public static final RetryBudget COMPENSATION =
            new RetryBudget(20, Duration.ofDays(1), Duration.ofSeconds(1), Duration.ofMinutes(15));

    /** For queries: 200 questions within a day, 500 ms doubling to at most 10 min. */
    public static final RetryBudget QUERY =
            new RetryBudget(200, Duration.ofDays(1), Duration.ofMillis(500), Duration.ofMinutes(10));

    /** @throws IllegalArgumentException when a value is outside its bounds; the message names it */
    public RetryBudget {
        if (attempts < 1 || attempts > MOST_ATTEMPTS) {
            throw new IllegalArgumentException("attempts must be 1 to " + MOST_ATTEMPTS + ", not " + attempts);
        }
        check("within", within);
        check("base", base);
        check("max", max);
        if (max.compareTo(base) < 0) {
            throw new IllegalArgumentException("max " + max + " must not be shorter than base " + base);
        }
    }

    /** This budget with another number of tries. */
    public RetryBudget attempts(int other) {
        return new RetryBudget(other, within, base, max);
    }

    /** This budget with another time limit. */
    public RetryBudget within(Duration other) {
        return new RetryBudget(attempts, other, base, max);
    }

    /** This budget with other bounds of the delay. */
    public RetryBudget backoff(Duration otherBase, Duration otherMax) {
        return new RetryBudget(attempts, within, otherBase, otherMax);
    }

    /**
     * The delay after {@code tried} tries.
     *
     * @param tried tries so far, from 0
     * @param draw a number in [0, 1) that the caller drew; passing it in keeps this function pure
     */
    public Duration delay(int tried, double draw) {
        if (!(draw >= 0 && draw < 1)) {
            throw new IllegalArgumentException("draw must be in [0, 1), not " + draw);
        }
        double bound = Math.min(max.toMillis(), base.toMillis() * Math.pow(2, Math.max(0, tried)));
        return Duration.ofMillis((long) (bound * draw));
    }

    private static void check(String name, Duration value) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " must be " + SHORTEST + " to " + LONGEST + ", not " + value);
        }
    }
}
