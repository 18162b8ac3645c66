package io.querent.runtime.journal;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A letter in the mailbox.
 *
 * @param letter what was delivered first under its message id
 * @param receivedAt when, by the database's clock
 * @param looks how often it was looked at without being settled
 * @param settled what became of it; null while it waits
 */
public record Delivery(
        Letter letter,
        Instant receivedAt,
        int looks,
        @Nullable Settlement settled) {
    /**
     * What became of a letter.
     *
     * @param answer in a word
     * @param detail for people; empty where there is nothing to add
     */
    public record Settlement(Answer answer, String detail) {}

    /** What became of a letter, in a word. */
    public enum Answer {
        /** It was decided, and the saga's history says so. */
        APPLIED,
        /** It told nothing that was not known. */
        NOTHING_NEW,
        /** A rule forbids it, the case has moved, or it cannot be read. */
        REFUSED,
        /** Nobody could take it in in time; a person should look. */
        PARKED
    }

    /** What became of it; empty while it waits. */
    public Optional<Settlement> settlement() {
        return Optional.ofNullable(settled);
    }
}
