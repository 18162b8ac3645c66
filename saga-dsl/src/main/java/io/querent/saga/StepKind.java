package io.querent.saga;

/** What kind of step a step is. The names are stored and never change. */
public enum StepKind {
    /** Calls a downstream. */
    CALL,
    /** Writes to the engine's own database. */
    LOCAL_TRANSACTION,
    /** Publishes a message. */
    PUBLISH,
    /** Runs another saga. */
    CHILD_SAGA,
    /** Chooses a branch. */
    CHOICE,
    /** Waits for a time. */
    DELAY,
    /** Waits for a word from outside. */
    SIGNAL,
    /** Waits for a person's approval. */
    APPROVAL,
    /** Performs an operation for each item of a list. */
    FOR_EACH
}
