package io.querent.runtime.journal;

/** What must still be true of a saga's row for an append to happen. */
public sealed interface Guard {
    /** The saga must not exist. Its first token is 1, whoever owns it. */
    record New(int definitionVersion, String inputHash) implements Guard {}

    /** The caller must own the saga with this token, and the saga must have this many events. */
    record Owned(String node, long token, long version) implements Guard {}

    /** The saga must have this many events, whoever owns it: for commands that come from outside. */
    record Version(long version) implements Guard {}
}
