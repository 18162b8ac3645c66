package io.querent.runtime.codec;

import io.querent.saga.QuerentException;

/** Keys for payloads are not configured in a way that could work. Says which setting is wrong, and never what a key is. */
public final class InvalidKeyRingException extends QuerentException {
    private static final long serialVersionUID = 1L;

    private final String setting;
    private final String found;
    private final String expected;

    InvalidKeyRingException(String setting, String expected, String found) {
        super(
                "QRT-6045",
                "the keys for payloads cannot be used; setting=" + setting + ", expected=" + expected + ", found="
                        + found + "; correct the setting");
        this.setting = setting;
        this.expected = expected;
        this.found = found;
    }

    /** Name of the setting: {@code current}, {@code keys.ID} or {@code keys-by-tenant.TENANT}. */
    public String setting() {
        return setting;
    }

    /** What it should be. */
    public String expected() {
        return expected;
    }

    /** What it is, but for the key. */
    public String found() {
        return found;
    }
}
