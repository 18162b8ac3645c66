package io.querent.decision;

/** How an outcome became known. */
public enum Via {
    /** The call answered. */
    ANSWER,
    /** A query found it. */
    QUERY,
    /** The downstream told it unasked. */
    CALLBACK,
    /** A person decided it, with evidence. */
    OPERATOR,
    /** The engine itself: a time came, items were over. */
    ENGINE
}
