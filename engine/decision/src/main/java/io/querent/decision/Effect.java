package io.querent.decision;

import java.time.Instant;

/** What to do next. Effects are carried out at the edge; what comes of them returns as a command. */
public sealed interface Effect {
    /** Commit the intent and perform an attempt of the operation. */
    record Attempt(String operation) implements Effect {}

    /** Ask the downstream what became of the operation. */
    record Ask(String operation) implements Effect {}

    /** Look again at this time. */
    record WakeAt(Instant time) implements Effect {}
}
