package io.querent.examples.payment.bank.instruction;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;

/**
 * An exact amount of a currency.
 *
 * @param amount positive, at exactly the scale that ISO 4217 gives the currency
 * @param currency ISO 4217 code
 */
public record Money(BigDecimal amount, String currency) {
    /** Digits before the decimal point that the books have room for. */
    static final int LONGEST_WHOLE_PART = 15;

    /** @throws IllegalArgumentException when the amount is not positive, or {@code currency} is none that money comes in */
    public Money {
        int digits = fractionDigits(currency);
        if (digits < 0) {
            throw new IllegalArgumentException("no such currency: " + currency);
        }
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("an amount is positive; found=" + amount);
        }
        // Scale first, digits second: 1e999999999 must not be written out to find that it is too long.
        if (amount.precision() - (long) amount.scale() > LONGEST_WHOLE_PART) {
            throw new IllegalArgumentException(
                    "an amount has at most " + LONGEST_WHOLE_PART + " digits before the point");
        }
        if (amount.stripTrailingZeros().scale() > digits) {
            throw new IllegalArgumentException(currency + " has " + digits + " decimals; found=" + amount);
        }
        amount = exact(amount, currency);
    }

    /** An amount of any size or sign, such as a sum, at the scale of its currency. */
    public static BigDecimal exact(BigDecimal amount, String currency) {
        return amount.setScale(fractionDigits(currency), RoundingMode.UNNECESSARY);
    }

    /** Decimals of {@code currency} by ISO 4217, or -1 where the code is unknown or names no money (gold, testing). */
    static int fractionDigits(String currency) {
        try {
            return Currency.getInstance(currency).getDefaultFractionDigits();
        } catch (IllegalArgumentException unknown) {
            return -1;
        }
    }

    /** The amount as it is written in JSON: {@code "100.00"}. */
    public String decimal() {
        return amount.toPlainString();
    }
}
