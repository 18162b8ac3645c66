package io.querent.decision.walk;

/** What kind of world a walk goes through. */
enum Nature {
    /** Every downstream keeps to its profile. */
    TRUTHFUL,
    /** The same, and once the engine may lose its memory. */
    FORGETFUL,
    /** Downstreams do what their profiles rule out, and anybody may say anything about an attempt. */
    LYING
}
