package io.querent.examples.payment.bank.instruction;

import io.querent.examples.payment.bank.instruction.Reading.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the members of one JSON object and collects everything that is wrong, so that a caller learns it all at once. A value read
 * in spite of a violation is a filler and must not be used: ask {@link #violations()} first.
 */
final class MemberReader {
    private static final String FILLER = "";
    private static final int LONGEST_TEXT = 140;
    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/-]{0,33}");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,19}(\\.[0-9]{1,19})?");

    private static final Pattern UETR =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    private final JsonNode object;
    private final Set<String> read = new LinkedHashSet<>();
    private final List<Violation> violations = new ArrayList<>();

    MemberReader(JsonNode object) {
        this.object = object;
    }

    /** An account or a bank: letters, digits and {@code . _ : / -}, at most 34, as an IBAN is. */
    String account(String field) {
        String text = string(field);
        if (!text.equals(FILLER) && !ACCOUNT.matcher(text).matches()) {
            violate(field, "must be 1 to 34 letters, digits, '.', '_', ':', '/' and '-'");
        }
        return text;
    }

    String key(String field) {
        String text = string(field);
        if (!text.equals(FILLER) && !KeyFormat.accepts(text)) {
            violate(field, "must be " + KeyFormat.DESCRIPTION);
        }
        return text;
    }

    /** Text for people. PostgreSQL cannot store NUL, UTF-8 cannot write half a surrogate pair, and neither is worth a repair. */
    String text(String field) {
        String text = string(field);
        if (text.codePointCount(0, text.length()) > LONGEST_TEXT) {
            violate(field, "must be at most " + LONGEST_TEXT + " characters");
        } else if (text.codePoints().anyMatch(MemberReader::isUnprintable)) {
            violate(field, "must not contain control characters or unpaired surrogates");
        }
        return text;
    }

    /** A unique end-to-end transaction reference, or null where there is none: most instructions come without. */
    @Nullable
    String uetr(String field) {
        if (member(field) == null) {
            return null;
        }
        String text = string(field);
        if (!text.equals(FILLER) && !UETR.matcher(text).matches()) {
            violate(field, "must be a UUID of version 4 in lower case");
        }
        return text;
    }

    Optional<Money> money(String amountField, String currencyField) {
        String currency = string(currencyField);
        if (!currency.equals(FILLER) && Money.fractionDigits(currency) < 0) {
            violate(currencyField, "must be an ISO 4217 currency");
            currency = FILLER;
        }
        Optional<BigDecimal> amount = decimal(amountField);
        if (currency.equals(FILLER) || amount.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Money(amount.get(), currency));
        } catch (IllegalArgumentException refused) {
            violate(amountField, String.valueOf(refused.getMessage()));
            return Optional.empty();
        }
    }

    /** Everything wrong so far, members that nobody asked for included. */
    List<Violation> violations() {
        List<Violation> all = new ArrayList<>(violations);
        for (String name : object.propertyNames()) {
            if (!read.contains(name)) {
                all.add(new Violation("(unknown)", "is not a member of this instruction"));
            }
        }
        return all;
    }

    private Optional<BigDecimal> decimal(String field) {
        JsonNode value = member(field);
        if (value != null && value.isNumber()) {
            return Optional.of(value.decimalValue());
        }
        if (value != null
                && value.isString()
                && DECIMAL.matcher(value.stringValue()).matches()) {
            return Optional.of(new BigDecimal(value.stringValue()));
        }
        violate(field, "must be a decimal number, as a JSON number or as a string like \"100.00\"");
        return Optional.empty();
    }

    private String string(String field) {
        JsonNode value = member(field);
        if (value != null && value.isString() && !value.stringValue().equals(FILLER)) {
            return value.stringValue();
        }
        violate(field, "must be a string and not empty");
        return FILLER;
    }

    private @Nullable JsonNode member(String field) {
        read.add(field);
        return object.get(field);
    }

    private void violate(String field, String message) {
        violations.add(new Violation(field, message));
    }

    private static boolean isUnprintable(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.SURROGATE;
    }
}
