package io.querent.examples.payment.text;

import java.math.BigDecimal;

/** Amounts as they are written for people, and compared: equal money is equal text. */
public final class Amounts {
    private static final int USUAL_DECIMALS = 2;

    private Amounts() {}

    /** {@code 100.00 CZK}; two decimals, or more where the amount has more. */
    public static String text(BigDecimal amount, String currency) {
        BigDecimal exact = amount.stripTrailingZeros();
        int decimals = Math.max(USUAL_DECIMALS, exact.scale());
        return exact.setScale(decimals).toPlainString() + " " + currency;
    }
}
