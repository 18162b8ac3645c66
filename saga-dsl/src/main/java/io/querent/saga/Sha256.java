package io.querent.saga;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256. Looking for who provides it takes as long as the digest of a short text, so that is done once. Thread-safe. */
public final class Sha256 {
    private static final MessageDigest FRESH = find();

    private Sha256() {}

    /** A digest of nothing yet, for one caller. */
    public static MessageDigest begin() {
        try {
            return (MessageDigest) FRESH.clone();
        } catch (CloneNotSupportedException ofAnotherProvider) {
            return find();
        }
    }

    private static MessageDigest find() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}
