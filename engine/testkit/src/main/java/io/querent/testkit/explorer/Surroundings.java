package io.querent.testkit.explorer;

import java.time.Duration;

/**
 * What is fixed in all runs of an exploration.
 *
 * @param lease how long a lost owner's saga stays without an owner
 * @param draw jitter of every delay, in [0, 1)
 * @param beyondWindow how much later than its profile says a request may take effect or show
 * @param settlesWithin when a downstream that answered "pending" has finished at the latest
 */
record Surroundings(Duration lease, double draw, Duration beyondWindow, Duration settlesWithin) {
    static final Surroundings DEFAULT =
            new Surroundings(Duration.ofSeconds(15), 0.5, Duration.ZERO, Duration.ofMinutes(1));

    Surroundings {
        if (lease.isNegative() || lease.isZero()) {
            throw new IllegalArgumentException("lease must be longer than zero, not " + lease);
        }
        if (!(draw >= 0 && draw < 1)) {
            throw new IllegalArgumentException("jitter must be in [0, 1), not " + draw);
        }
        if (beyondWindow.isNegative()) {
            throw new IllegalArgumentException("beyond the window must not be negative, not " + beyondWindow);
        }
        if (settlesWithin.isNegative() || settlesWithin.isZero()) {
            throw new IllegalArgumentException("pending must last longer than zero, not " + settlesWithin);
        }
    }
}
