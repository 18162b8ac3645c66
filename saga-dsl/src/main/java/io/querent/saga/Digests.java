package io.querent.saga;

import java.nio.charset.StandardCharsets;

/** SHA-256 of text. */
final class Digests {
    private Digests() {}

    static byte[] sha256(String text) {
        return Sha256.begin().digest(text.getBytes(StandardCharsets.UTF_8));
    }
}
