package io.querent.saga;

/**
 * What the user calls one piece of business: {@code order-123}, {@code A:2026-11-29:v3}. It is derived from the input alone;
 * time, attempt, node and randomness have no place in it.
 *
 * @param value 1 to 128 ASCII letters, digits, {@code . _ - :}
 */
public record BusinessKey(String value) {
    /** Longest business key, in characters. */
    public static final int LONGEST = 128;

    /** @throws InvalidKeyException when the value is outside the format */
    public BusinessKey {
        KeyAlphabet.KEY.check("business key", value, LONGEST);
    }

    @Override
    public String toString() {
        return value;
    }
}
