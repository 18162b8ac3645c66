package io.querent.testkit.explorer;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that a downstream treated as new.
 *
 * @param at when it arrived
 * @param showBy when a query shows it at the latest
 * @param wasPending whether it was accepted and not finished at first
 * @param settleBy when it has finished at the latest; null where it has
 */
record Entry(
        String key,
        Fate fate,
        Instant at,
        Instant showBy,
        boolean wasPending,
        @Nullable Instant settleBy) {
    /** What the downstream made of it. */
    enum Fate {
        /** The effect happened. */
        APPLIED,
        /** The effect happened and every answer is a server error. */
        APPLIED_AND_FAILED,
        /** A definite no. */
        DECLINED,
        /** Accepted, not finished. */
        PENDING
    }

    boolean isEffect() {
        return fate == Fate.APPLIED || fate == Fate.APPLIED_AND_FAILED;
    }

    boolean isRemembered(String otherKey, Duration retention, Instant now) {
        return key.equals(otherKey) && now.isBefore(at.plus(retention));
    }

    Entry settled(boolean applied, Instant newShowBy) {
        return new Entry(key, applied ? Fate.APPLIED : Fate.DECLINED, at, newShowBy, wasPending, null);
    }
}
