package io.querent.saga;

/**
 * Owner of a key space: the same business key of two tenants names two different sagas, and neither can see the other's.
 *
 * @param value 1 to 32 ASCII letters, digits, {@code _} and {@code -}
 */
public record Tenant(String value) {
    /** The tenant of an application that has only one. */
    public static final Tenant DEFAULT = new Tenant("default");

    static final int LONGEST = 32;

    /** @throws InvalidKeyException when the value is outside the format */
    public Tenant {
        KeyAlphabet.NAME.check("tenant", value, LONGEST);
    }

    @Override
    public String toString() {
        return value;
    }
}
