package io.querent.command;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password that was made here, and how it is stored: in a form that the console's encoder reads, made with what every Java has, as no
 * library of the console's is on this command's class path.
 *
 * @param text 24 characters of 55, none of which looks like another
 * @param hash {@code {pbkdf2@SpringSecurity_v5_8}}, then salt and derived key in hexadecimal
 */
record NewPassword(String text, String hash) {
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    private static final int LENGTH = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** What the prefix stands for; other figures would be read as another hash. */
    private static final String PREFIX = "{pbkdf2@SpringSecurity_v5_8}";

    private static final int SALT_BYTES = 16;
    private static final int ITERATIONS = 310_000;
    private static final int KEY_BITS = 256;

    /** One that nobody guesses. */
    static NewPassword generate() {
        StringBuilder text = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            text.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        HexFormat hex = HexFormat.of();
        return new NewPassword(
                text.toString(), PREFIX + hex.formatHex(salt) + hex.formatHex(derived(text.toString(), salt)));
    }

    private static byte[] derived(String text, byte[] salt) {
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(text.toCharArray(), salt, ITERATIONS, KEY_BITS))
                    .getEncoded();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has PBKDF2WithHmacSHA256", impossible);
        }
    }

    /** The password is shown once, where it is meant to be. */
    @Override
    public String toString() {
        return "NewPassword";
    }
}
