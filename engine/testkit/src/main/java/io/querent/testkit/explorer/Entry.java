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
 * @param code the refusal's code; empty for the others
 * @param settleBy when it has finished at the latest; null where it has
 */
record Entry(
        String key,
        Fate fate,
        Instant at,
        Instant showBy,
        boolean wasPending,
        String code,
        @Nullable Instant settleBy) {
    /** What the downstream made of it. */
    enum Fate {
        /** The effect happened. */
        APPLIED,
        /** The effect happened and every answer is a server error. */
        APPLIED_AND_FAILED,
        /** A definite no. */
        DECLINED,
        /** A definite no, and yet something of it took effect. */
        DECLINED_WITH_EFFECT,
        /** The effect happened, and was taken back since. */
        REVERSED,
        /** Accepted, not finished. */
        PENDING
    }

    /** Whether something happened, whatever became of it. */
    boolean isEffect() {
        return stands() || fate == Fate.REVERSED;
    }

    /** Whether something happened and is still there. */
    boolean stands() {
        return fate == Fate.APPLIED || fate == Fate.APPLIED_AND_FAILED || fate == Fate.DECLINED_WITH_EFFECT;
    }

    boolean isRemembered(String otherKey, Duration retention, Instant now) {
        return key.equals(otherKey) && now.isBefore(at.plus(retention));
    }

    Entry settled(boolean applied, Instant newShowBy) {
        return applied
                ? new Entry(key, Fate.APPLIED, at, newShowBy, wasPending, "", null)
                : new Entry(key, Fate.DECLINED, at, newShowBy, wasPending, Operation.DECLINED, null);
    }

    Entry reversed() {
        return new Entry(key, Fate.REVERSED, at, showBy, wasPending, code, null);
    }
}
