package io.querent.admin.security;

import java.security.SecureRandom;

/** Makes passwords. */
public final class Passwords {
    /** Without letters and digits that look like each other. */
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    private static final int LENGTH = 24;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Passwords() {}

    /** A password that nobody guesses: 24 characters of 55. */
    public static String generate() {
        StringBuilder password = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            password.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return password.toString();
    }
}
