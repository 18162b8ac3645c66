package io.querent.examples.settlement.service;

import org.jspecify.annotations.Nullable;

/**
 * Who or what asks for a settlement. It is no part of the settlement's key.
 *
 * @param kind what it is
 * @param operator the person, or the name of the process
 * @param reason why; a person who asks for it by hand says it
 */
public record Trigger(Kind kind, String operator, @Nullable String reason) {
    /** What asks. The names are stored. */
    public enum Kind {
        /** The date is over. */
        SCHEDULE,
        /** The date was over before, and nobody had asked. */
        CATCH_UP,
        /** It was asked for before, and is not done. */
        RETRY,
        /** A person. */
        BY_HAND
    }

    /** @throws IllegalArgumentException when a person gives no reason */
    public Trigger {
        if (kind == Kind.BY_HAND && (reason == null || reason.isBlank())) {
            throw new IllegalArgumentException("who asks for a settlement by hand gives a reason");
        }
    }
}
