package io.querent.examples.payment.bank.instruction;

import java.util.regex.Pattern;

/** What the bank accepts as an {@code Idempotency-Key}. */
public final class KeyFormat {
    /** Longest key, in characters. Longer keys are refused: cutting them would merge two operations. */
    public static final int LONGEST = 64;

    /** The format in words, for refusals. */
    public static final String DESCRIPTION = "1 to 64 ASCII letters, digits, '.', '_', '-' and ':'";

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

    private KeyFormat() {}

    /** Whether {@code key} is a key. */
    public static boolean accepts(String key) {
        return key.length() <= LONGEST && KEY.matcher(key).matches();
    }
}
