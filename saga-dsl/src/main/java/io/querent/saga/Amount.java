package io.querent.saga;

import java.math.BigDecimal;

/**
 * An amount of money.
 *
 * @param value exact; as many decimal places as it was given with
 * @param currency code of ISO 4217, three capital letters
 */
public record Amount(BigDecimal value, String currency) {
    private static final int MOST_DIGITS = 38;

    /** @throws IllegalArgumentException when the currency is none, or the value has more than 38 digits or 18 decimal places */
    public Amount {
        if (!currency.matches("[A-Z]{3}")) {
            throw new IllegalArgumentException(
                    "a currency is three capital letters, as EUR; found " + currency.length() + " characters");
        }
        if (value.precision() > MOST_DIGITS || value.scale() > 18 || value.scale() < -MOST_DIGITS) {
            throw new IllegalArgumentException("an amount has at most 38 digits, 18 of them decimal places; found="
                    + value.precision() + " digits, " + value.scale() + " decimal places");
        }
    }

    /**
     * An amount written as text: {@code of("12.50", "EUR")}.
     *
     * @throws IllegalArgumentException when the value is no number, or the currency is none
     */
    public static Amount of(String value, String currency) {
        return new Amount(new BigDecimal(value), currency);
    }

    /** Whether it is more than nothing. Not named like a property, which would become part of what is stored. */
    public boolean exceedsNothing() {
        return value.signum() > 0;
    }

    /** Whether it is of the same currency as {@code other}, and more. */
    public boolean isMoreThan(Amount other) {
        return currency.equals(other.currency) && value.compareTo(other.value) > 0;
    }

    /** The two together. */
    public Amount plus(Amount other) {
        return new Amount(value.add(same(other).value), currency);
    }

    /** What is left of it without {@code other}; less than nothing where that is more. */
    public Amount minus(Amount other) {
        return new Amount(value.subtract(same(other).value), currency);
    }

    /** @throws IllegalArgumentException when the currencies differ: amounts of two currencies are never reckoned together */
    private Amount same(Amount other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("amounts of two currencies cannot be reckoned together; expected="
                    + currency + ", found=" + other.currency);
        }
        return other;
    }

    @Override
    public String toString() {
        return value.toPlainString() + " " + currency;
    }
}
