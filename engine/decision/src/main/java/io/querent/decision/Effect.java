package io.querent.decision;

import java.time.Instant;

/** What to do next. Effects are carried out at the edge; what comes of them returns as a command. */
public sealed interface Effect {
    /** Commit the intent and perform an attempt of the operation. */
    record Attempt(String operation) implements Effect {}

    /** Begin a step that the engine decides by itself: a choice, a wait, a list of items, a message. */
    record Begin(String operation) implements Effect {}

    /** The wait's time has come. */
    record EndWait(String operation) implements Effect {}

    /** The saga's deadline has come. */
    record PassDeadline() implements Effect {}

    /** Ask the downstream what became of the operation. */
    record Ask(String operation) implements Effect {}

    /** Look again at this time. */
    record WakeAt(Instant time) implements Effect {}
}
