package io.querent.saga.canonical;

/** One way to hash a request. Once rows carry its number it never changes; a better way is a new version. */
interface HashVersion {
    /** Stored with every hash; at least 1. */
    int number();

    /**
     * The hash as 64 lower-case hexadecimal digits.
     *
     * @throws CanonicalJsonException if the text is refused
     */
    String hexOf(byte[] json);
}
