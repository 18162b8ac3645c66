package io.querent.runtime.slots;

/**
 * What a downstream allows the whole cluster.
 *
 * @param slots calls and queries at a time, at least 1
 * @param ratePerSecond calls and queries a second; 0 where there is no such limit
 */
public record Caps(int slots, int ratePerSecond) {
    /** @throws IllegalArgumentException when a value is outside its bounds */
    public Caps {
        if (slots < 1 || ratePerSecond < 0) {
            throw new IllegalArgumentException("caps must be positive, not " + slots + " and " + ratePerSecond);
        }
    }

    /** What both allow: the smaller of each. */
    Caps and(Caps other) {
        return new Caps(Math.min(slots, other.slots), stricter(ratePerSecond, other.ratePerSecond));
    }

    private static int stricter(int one, int other) {
        return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
    }
}
