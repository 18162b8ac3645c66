package io.querent.saga;

import java.math.BigInteger;

/** An amount cannot be counted in a provider's unit, or the provider's table says nothing about it. Nothing was rounded or sent. */
public final class InvalidAmountException extends QuerentException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 40;

    private InvalidAmountException(String code, String message) {
        super(code, message);
    }

    static InvalidAmountException tooManyDecimalPlaces(Amount amount, int expected) {
        return new InvalidAmountException(
                "QRT-1201",
                "an amount has more decimal places than its currency has with this provider; key=" + amount.currency()
                        + ", expected=at most " + expected + ", found="
                        + amount.value().toPlainString()
                        + "; refuse it where it comes from, it is not rounded");
    }

    static InvalidAmountException unknownCurrency(String currency) {
        return new InvalidAmountException(
                "QRT-1202",
                "a currency is unknown; key=" + quoted(currency)
                        + ", expected=a currency of ISO 4217 or of the provider's table, found=neither;"
                        + " correct the code, or add it to the provider's table");
    }

    static InvalidAmountException tooLarge(String currency, BigInteger minor, String expected) {
        return new InvalidAmountException(
                "QRT-1203",
                "an amount has no room; key=" + currency + ", expected=" + expected + ", found=" + minor.bitLength()
                        + " bits; nobody pays that much: look where it comes from");
    }

    static InvalidAmountException table(String currency, String found) {
        return new InvalidAmountException(
                "QRT-1204",
                "a table of decimal places cannot be used; key=" + quoted(currency)
                        + ", expected=three capital letters, once, with 0 to " + MinorUnits.MOST_DECIMAL_PLACES
                        + ", found=" + quoted(found) + "; correct the line");
    }

    private static String quoted(String text) {
        String printable = text.replaceAll("[^ -~]", "?");
        return printable.length() <= LONGEST_QUOTE ? printable : printable.substring(0, LONGEST_QUOTE);
    }
}
