package io.querent.examples.payment.bank.faults;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A number between 0 and 1 (exclusive) that depends on the seed and on what is drawn for, and on nothing else.
 *
 * <p>A digest instead of a random generator, because a generator's numbers depend on the order in which threads ask for them.
 */
record Draw(long seed) {
    private static final int FRACTION_BITS = 53;

    double of(String purpose, String key, long call) {
        byte[] digest = sha256((seed + "\n" + purpose + "\n" + key + "\n" + call).getBytes(StandardCharsets.UTF_8));
        long bits = ByteBuffer.wrap(digest).getLong() >>> (Long.SIZE - FRACTION_BITS);
        return bits * Math.scalb(1.0, -FRACTION_BITS);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
