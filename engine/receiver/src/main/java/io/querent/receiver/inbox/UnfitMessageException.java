package io.querent.receiver.inbox;

/** Thrown by work for a message that no further try will make fit, such as one that cannot be read: it is parked at once. */
public class UnfitMessageException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param found what is wrong with it, for people */
    public UnfitMessageException(String found) {
        super(found);
    }

    /** @param found what is wrong with it, for people */
    public UnfitMessageException(String found, Throwable cause) {
        super(found, cause);
    }
}
