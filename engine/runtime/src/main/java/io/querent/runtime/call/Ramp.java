package io.querent.runtime.call;

import java.util.concurrent.TimeUnit;

/**
 * What is let through to a downstream that comes back after an outage: one at a time while it is being probed, then twice as many each
 * second. All that waited for it would be an outage of its own. Not thread-safe.
 */
final class Ramp {
    private static final long STEP = TimeUnit.SECONDS.toNanos(1);
    private static final int LAST_STEP = 20;

    private enum Phase {
        OPEN_TO_ALL,
        PROBING,
        RISING
    }

    private Phase phase = Phase.OPEN_TO_ALL;
    private int begunBefore;
    private long risesSince;

    /**
     * The downstream is tried again.
     *
     * @param inUse calls that began before and may take their time
     */
    void probe(int inUse) {
        phase = Phase.PROBING;
        begunBefore = inUse;
    }

    /** The downstream works again. */
    void rise(long now) {
        phase = Phase.RISING;
        risesSince = now;
    }

    /** It is somebody else's matter: the circuit is open and lets nobody through. */
    void rest() {
        phase = Phase.OPEN_TO_ALL;
    }

    /** How many may be under way at {@code now}. */
    int permitted(long now) {
        if (phase == Phase.PROBING) {
            return begunBefore + 1;
        } else if (phase == Phase.RISING) {
            long steps = (now - risesSince) / STEP;
            if (steps < LAST_STEP) {
                return 1 << steps;
            }
            phase = Phase.OPEN_TO_ALL;
        }
        return Integer.MAX_VALUE;
    }

    /** What part of {@code limit} that is, in (0, 1]. */
    double part(int limit, long now) {
        return Math.min(1.0, (double) permitted(now) / Math.max(1, limit));
    }

    /** Whether more will be permitted by itself, a step later. */
    boolean isRising() {
        return phase == Phase.RISING;
    }
}
