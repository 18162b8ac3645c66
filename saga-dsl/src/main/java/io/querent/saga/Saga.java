package io.querent.saga;

/** Where a saga definition begins: {@code Saga.define("payment", PaymentOrder.class)}. */
public final class Saga {
    private Saga() {}

    /**
     * Begins a definition.
     *
     * @param name 1 to 48 ASCII letters, digits, {@code _} and {@code -}; part of every operation key, so it never changes
     * @param inputType class that the input's JSON is read into
     * @throws InvalidKeyException when the name is outside the format
     */
    public static <I> SagaBuilder<I> define(String name, Class<I> inputType) {
        return new SagaBuilder<>(
                KeyAlphabet.NAME.check("definition name", name, SagaKey.LONGEST_DEFINITION), inputType);
    }
}
