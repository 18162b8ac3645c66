package io.querent.saga;

/** Result of an operation that has nothing to say but that it happened. */
public record Done() {
    /** The one value. */
    public static final Done DONE = new Done();
}
