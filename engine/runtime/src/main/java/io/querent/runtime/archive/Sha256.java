package io.querent.runtime.archive;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as hexadecimal text. */
final class Sha256 {
    private Sha256() {}

    static String of(String text) {
        return hex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
