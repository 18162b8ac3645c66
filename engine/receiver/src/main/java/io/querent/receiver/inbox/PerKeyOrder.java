package io.querent.receiver.inbox;

/** What becomes of later messages while one before them, with the same ordering key, waits to be handled again. */
public enum PerKeyOrder {
    /** They wait behind it, until it is handled or a person leaves it out. For messages that build on each other. */
    KEPT,
    /** They are handled as they come. For messages that stand by themselves, or carry a version of their own. */
    NONE
}
