package io.querent.saga;

/**
 * Names a step and the type of its result, so that later steps can ask for the result without a cast:
 *
 * <pre>{@code
 * static final StepHandle<Reservation> RESERVE = StepHandle.of("reserve-funds", Reservation.class);
 * }</pre>
 *
 * @param name 1 to 48 ASCII letters, digits, {@code _} and {@code -}
 * @param resultType class that the result's JSON is read into
 * @param <R> type of the step's result
 */
public record StepHandle<R>(String name, Class<R> resultType) {
    static final int LONGEST = 48;

    /** @throws InvalidKeyException when the name is outside the format */
    public StepHandle {
        KeyAlphabet.NAME.check("step name", name, LONGEST);
    }

    /** A handle for step {@code name}. */
    public static <R> StepHandle<R> of(String name, Class<R> resultType) {
        return new StepHandle<>(name, resultType);
    }

    @Override
    public String toString() {
        return name;
    }
}
