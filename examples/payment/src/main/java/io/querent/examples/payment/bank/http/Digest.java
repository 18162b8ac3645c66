package io.querent.examples.payment.bank.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256, for telling bodies apart. */
final class Digest {
    private Digest() {}

    static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
