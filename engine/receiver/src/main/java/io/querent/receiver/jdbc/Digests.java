package io.querent.receiver.jdbc;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, which every platform has. */
final class Digests {
    private Digests() {}

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
