package io.querent.saga;

import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * In how many decimal places a provider counts each currency, and amounts in its smallest unit: 5.00 EUR are 500 cents, 500 JPY are 500 yen.
 * Exact in both directions; nothing is ever rounded.
 *
 * <p>ISO 4217 says how a currency is counted, and providers differ from it: some want 10 ISK as 1000. What differs is data, one table a
 * provider:
 *
 * <pre>{@code
 * static final MinorUnits BANK = MinorUnits.iso4217().except("ISK", 2);
 * long cents = BANK.toMinorLong(Amount.of("12.50", "EUR")); // 1250
 * }</pre>
 *
 * <p>A factor of a hundred that is applied on the way out and taken off on the way back agrees with itself: hold what the provider answers
 * against the currency and unit that the provider states, not against this table turned round. Immutable and thread-safe.
 */
public final class MinorUnits {
    /** Most decimal places, as many as an {@link Amount} may have. */
    public static final int MOST_DECIMAL_PLACES = 18;

    private static final int MOST_DIGITS = 38;
    private static final MinorUnits ISO_4217 = new MinorUnits(Map.of());

    private final Map<String, Integer> exceptions;

    private MinorUnits(Map<String, Integer> exceptions) {
        this.exceptions = Map.copyOf(exceptions);
    }

    /** The table of ISO 4217, as the Java platform has it. Codes that name no money (gold, testing) are unknown to it. */
    public static MinorUnits iso4217() {
        return ISO_4217;
    }

    /**
     * The table of ISO 4217 but for what {@code table} says, which is read to its end and left open. Each line of it is a currency and its
     * decimal places, {@code ISK=2}; lines that begin with {@code #} are comments, as in any properties file.
     *
     * @throws InvalidAmountException QRT-1204 when a line is anything else, or names a currency again
     * @throws IOException when it cannot be read
     */
    public static MinorUnits iso4217Except(Reader table) throws IOException {
        return new MinorUnits(MinorUnitTable.read(table));
    }

    /**
     * This table, but for one currency. It may be one that ISO 4217 does not have.
     *
     * @param decimalPlaces 0 to {@value #MOST_DECIMAL_PLACES}
     * @throws InvalidAmountException QRT-1204 when the code is none, or the decimal places are out of range
     */
    public MinorUnits except(String currency, int decimalPlaces) {
        Map<String, Integer> more = new TreeMap<>(exceptions);
        more.put(currency, MinorUnitTable.checked(currency, decimalPlaces));
        return new MinorUnits(more);
    }

    /** Whether amounts of that currency can be counted. */
    public boolean knows(String currency) {
        return find(currency).isPresent();
    }

    /**
     * In how many decimal places the currency is counted.
     *
     * @throws InvalidAmountException QRT-1202 when neither ISO 4217 nor this table has it
     */
    public int decimalPlaces(String currency) {
        return find(currency).orElseThrow(() -> InvalidAmountException.unknownCurrency(currency));
    }

    /**
     * The amount in the currency's smallest unit, of either sign.
     *
     * @throws InvalidAmountException QRT-1201 when it has more decimal places than that unit, other than zeros; QRT-1202 when the
     *     currency is unknown
     */
    public BigInteger toMinor(Amount amount) {
        int places = decimalPlaces(amount.currency());
        if (amount.value().stripTrailingZeros().scale() > places) {
            throw InvalidAmountException.tooManyDecimalPlaces(amount, places);
        }
        return amount.value().setScale(places, RoundingMode.UNNECESSARY).unscaledValue();
    }

    /**
     * The same, where it has room in 64 bits.
     *
     * @throws InvalidAmountException as {@link #toMinor}, and QRT-1203 when it has not
     */
    public long toMinorLong(Amount amount) {
        BigInteger minor = toMinor(amount);
        if (minor.bitLength() >= Long.SIZE) {
            throw InvalidAmountException.tooLarge(amount.currency(), minor, "at most " + Long.MAX_VALUE);
        }
        return minor.longValue();
    }

    /**
     * The amount that so many smallest units are, written with the currency's decimal places.
     *
     * @throws InvalidAmountException QRT-1202 when the currency is unknown; QRT-1203 when it has more than 38 digits
     */
    public Amount toAmount(BigInteger minor, String currency) {
        BigDecimal value = new BigDecimal(minor, decimalPlaces(currency));
        if (value.precision() > MOST_DIGITS) {
            throw InvalidAmountException.tooLarge(currency, minor, "at most " + MOST_DIGITS + " digits");
        }
        return new Amount(value, currency);
    }

    /** The same. */
    public Amount toAmount(long minor, String currency) {
        return toAmount(BigInteger.valueOf(minor), currency);
    }

    private OptionalInt find(String currency) {
        Integer exception = exceptions.get(currency);
        return exception == null ? ofIso4217(currency) : OptionalInt.of(exception);
    }

    private static OptionalInt ofIso4217(String currency) {
        try {
            int places = Currency.getInstance(currency).getDefaultFractionDigits();
            return places < 0 ? OptionalInt.empty() : OptionalInt.of(places);
        } catch (IllegalArgumentException unknown) {
            return OptionalInt.empty();
        }
    }
}
