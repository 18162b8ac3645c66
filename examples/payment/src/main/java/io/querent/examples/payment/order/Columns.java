package io.querent.examples.payment.order;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one line by the names of their columns, and keeps the first thing that is wrong. A value read in spite of that
 * is a filler: ask {@link #refusal()} before using any.
 */
final class Columns {
    private static final int LONGEST_QUOTE = 40;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");
    private static final Pattern WHOLE_AMOUNT = Pattern.compile("[0-9]{1,12}");
    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,12}(\\.[0-9]+)?");

    private final int line;
    private final List<String> names;
    private final List<String> values;
    private OrderLine.@Nullable Refused refusal;

    Columns(int line, List<String> names, List<String> values) {
        this.line = line;
        this.names = names;
        this.values = values;
    }

    /** The field, if it has that form. */
    String text(String name, Pattern form, String expected) {
        String value = value(name);
        if (!form.matcher(value).matches()) {
            refuse(name, value, expected);
        }
        return value;
    }

    /** An ISO 4217 code; {@code otherwise} where the file has no such column. */
    String currency(String name, String otherwise) {
        if (!names.contains(name)) {
            return otherwise;
        }
        String code = value(name);
        if (decimals(code) < 0) {
            refuse(name, code, "an ISO 4217 currency such as CZK");
            return otherwise;
        }
        return code;
    }

    /** A positive amount with no more decimals than the currency has; never rounded. */
    BigDecimal amount(String name, String currency) {
        String text = value(name);
        int decimals = Math.max(0, decimals(currency));
        boolean wellFormed =
                (decimals == 0 ? WHOLE_AMOUNT : AMOUNT).matcher(text).matches();
        BigDecimal amount = wellFormed ? new BigDecimal(text) : BigDecimal.ZERO;
        if (amount.signum() <= 0 || amount.scale() > decimals) {
            String places = decimals == 0 ? "no decimals" : "at most " + decimals + " decimals";
            refuse(name, text, "a positive amount below 1,000,000,000,000 with " + places + " (" + currency + ")");
            return BigDecimal.ONE;
        }
        return amount.setScale(decimals);
    }

    /** What is wrong; null where nothing is. */
    OrderLine.@Nullable Refused refusal() {
        return refusal;
    }

    /** A value as it may be shown: short, and without characters that a terminal would obey. */
    static String quote(String value) {
        String printable = UNPRINTABLE.matcher(value).replaceAll("?");
        return printable.length() <= LONGEST_QUOTE
                ? '"' + printable + '"'
                : '"' + printable.substring(0, LONGEST_QUOTE) + "…\" (" + value.length() + " characters)";
    }

    private String value(String name) {
        return values.get(names.indexOf(name));
    }

    private void refuse(String name, String found, String expected) {
        if (refusal == null) {
            refusal = new OrderLine.Refused(line, name, quote(found), expected);
        }
    }

    /** Decimals of a currency, or -1 where the code is none that money comes in. */
    private static int decimals(String code) {
        try {
            return Currency.getInstance(code).getDefaultFractionDigits();
        } catch (IllegalArgumentException unknown) {
            return -1;
        }
    }
}
