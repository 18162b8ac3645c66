package io.querent.runtime;

/**
 * What became of something that was sent to a saga. It is stored by now, whatever its state.
 *
 * @param messageId its id
 * @param state what became of it so far
 * @param detail for people; empty where there is nothing to add
 * @param repeated whether it had been sent before, so that nothing was done this time
 */
public record Receipt(String messageId, State state, String detail, boolean repeated) {
    /** What became of it. */
    public enum State {
        /** It is kept and will be looked at: by the saga's owner, when the saga exists, or when the operation was sent. */
        WAITING,
        /** It was decided, and the saga's history says so. */
        APPLIED,
        /** It told nothing that was not known. */
        NOTHING_NEW,
        /** A rule forbids it, the case has moved, or it cannot be read; {@code detail} says which. */
        REFUSED,
        /** Nobody could take it in in time; a person should look. */
        PARKED
    }
}
