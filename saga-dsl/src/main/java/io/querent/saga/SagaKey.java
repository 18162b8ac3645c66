package io.querent.saga;

/**
 * Stable identity of a saga: one run of a definition for one business key of one tenant.
 *
 * @param tenant whose key space
 * @param definition name of the saga definition: 1 to 48 ASCII letters, digits, {@code _} and {@code -}
 * @param businessKey what the user calls this piece of business
 */
public record SagaKey(Tenant tenant, String definition, BusinessKey businessKey) {
    static final int LONGEST_DEFINITION = 48;

    /** @throws InvalidKeyException when the definition's name is outside the format */
    public SagaKey {
        KeyAlphabet.NAME.check("definition name", definition, LONGEST_DEFINITION);
    }

    /** A key of the {@linkplain Tenant#DEFAULT default tenant}. */
    public static SagaKey of(String definition, String businessKey) {
        return new SagaKey(Tenant.DEFAULT, definition, new BusinessKey(businessKey));
    }

    /**
     * Reads the text form that {@link #toString()} writes: {@code tenant:definition:businessKey}.
     *
     * @throws InvalidKeyException when the text is not of that form
     */
    public static SagaKey parse(String text) {
        int first = text.indexOf(':');
        int second = text.indexOf(':', first + 1);
        if (first < 0 || second < 0) {
            throw InvalidKeyException.notSagaKey(text.length());
        }
        return new SagaKey(
                new Tenant(text.substring(0, first)),
                text.substring(first + 1, second),
                new BusinessKey(text.substring(second + 1)));
    }

    /** The id under which storage knows this saga. */
    public SagaId id() {
        return SagaId.derivedFrom(this);
    }

    /** The key of the operation that step {@code step} performs in this saga. */
    public OperationKey operation(String step) {
        return OperationKey.of(this, step);
    }

    @Override
    public String toString() {
        return tenant.value() + ':' + definition + ':' + businessKey.value();
    }
}
