package io.querent.receiver;

/**
 * A token held against a resource: who comes with a smaller one than the resource has seen is refused, however late it wakes up.
 *
 * @param resource name of what is protected, such as {@code account:42}; in the format of keys
 * @param token the fencing token that the call carried, at least 1
 */
public record Fence(String resource, long token) {
    /** @throws IllegalArgumentException when the token is below 1 */
    public Fence {
        KeyFormat.check("fenced resource", resource);
        if (token < 1) {
            throw new IllegalArgumentException("a fencing token is at least 1, not " + token);
        }
    }
}
