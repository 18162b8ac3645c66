package io.querent.saga;

/**
 * Names a for-each step and the type of one item's result.
 *
 * @param name 1 to 48 ASCII letters, digits, {@code _} and {@code -}
 * @param resultType class that an item's result is read into
 * @param <R> type of an item's result
 */
public record ItemsHandle<R>(String name, Class<R> resultType) {
    /** @throws InvalidKeyException when the name is outside the format */
    public ItemsHandle {
        KeyAlphabet.NAME.check("step name", name, StepHandle.LONGEST);
    }

    /** A handle for for-each step {@code name}. */
    public static <R> ItemsHandle<R> of(String name, Class<R> resultType) {
        return new ItemsHandle<>(name, resultType);
    }

    @Override
    public String toString() {
        return name;
    }
}
