package io.querent.examples.settlement.iso20022;

import io.querent.examples.payment.xml.XmlElement;
import io.querent.runtime.reconciliation.Direction;
import io.querent.saga.Amount;
import io.querent.saga.InvalidAmountException;
import io.querent.saga.MinorUnits;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the simple values of a message. Every method refuses the file where a value is none. */
final class Values {
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,17})?");
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,15}");
    private static final int MOST_DIGITS = 18;

    private final MinorUnits units;

    /** @param units in how many decimal places the bank counts each currency */
    Values(MinorUnits units) {
        this.units = units;
    }

    /** An amount with its currency, exactly as it stands. */
    Amount amount(XmlElement element) {
        String currency = element.attribute("Ccy");
        if (!units.knows(currency)) {
            throw element.refused("a currency of ISO 4217", currency, "ask the bank");
        }
        Amount amount = new Amount(decimal(element), currency);
        try {
            units.toMinor(amount);
        } catch (InvalidAmountException tooManyPlaces) {
            throw element.refused(
                    "at most " + units.decimalPlaces(currency) + " decimal places of " + currency,
                    element.text(),
                    "ask the bank: it is not rounded");
        }
        return amount;
    }

    /** A number that is no amount of one currency, such as a control sum. */
    static BigDecimal decimal(XmlElement element) {
        String text = element.text();
        if (!DECIMAL.matcher(text).matches()) {
            throw element.refused("a decimal number of at most 18 digits", text, "ask the bank");
        }
        BigDecimal value = new BigDecimal(text);
        if (value.precision() > MOST_DIGITS) {
            throw element.refused("a decimal number of at most 18 digits", text, "ask the bank");
        }
        return value;
    }

    static long count(XmlElement element) {
        if (!COUNT.matcher(element.text()).matches()) {
            throw element.refused("a number of at most 15 digits", element.text(), "ask the bank");
        }
        return Long.parseLong(element.text());
    }

    static Direction direction(XmlElement element) {
        return switch (element.text()) {
            case "CRDT" -> Direction.CREDIT;
            case "DBIT" -> Direction.DEBIT;
            default -> throw element.refused("CRDT or DBIT", element.text(), "ask the bank");
        };
    }

    static boolean flag(XmlElement element) {
        return switch (element.text()) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw element.refused("true or false", element.text(), "ask the bank");
        };
    }

    /** The day of a choice of day and time: the bank's own, whatever its zone. */
    static LocalDate day(XmlElement choice) {
        Optional<XmlElement> time = choice.find("DtTm");
        XmlElement element = time.orElseGet(() -> choice.get("Dt"));
        try {
            DateTimeFormatter format = time.isPresent() ? DateTimeFormatter.ISO_DATE_TIME : DateTimeFormatter.ISO_DATE;
            return format.parse(element.text(), LocalDate::from);
        } catch (DateTimeException wrong) {
            throw element.refused("a day of the calendar", element.text(), "ask the bank");
        }
    }
}
