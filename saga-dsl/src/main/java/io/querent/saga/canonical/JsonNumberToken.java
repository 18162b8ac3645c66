package io.querent.saga.canonical;

/**
 * Reads a JSON number and respells it so that equal values read alike.
 *
 * <p>Works on the digits as text: no double, which would merge amounts, and no big number, whose cost a short text such
 * as {@code 1e999999999} could choose. The limits apply to the number as written, so that the parser that reads the same
 * bytes after us is protected too.
 */
final class JsonNumberToken {
    static final int MAX_DIGITS = 100;
    static final int MAX_EXPONENT = 400;

    private final JsonCursor cursor;
    private final int start;

    JsonNumberToken(JsonCursor cursor) {
        this.cursor = cursor;
        this.start = cursor.position();
    }

    String read() {
        boolean negative = cursor.take('-');
        String whole = wholeDigits();
        String fraction = cursor.take('.') ? digits() : "";
        if (whole.length() + fraction.length() > MAX_DIGITS) {
            throw CanonicalJsonException.tooManyDigits(cursor.locationOf(start), MAX_DIGITS);
        }
        int exponent = cursor.take('e') || cursor.take('E') ? exponent() : 0;
        return canonical(negative, whole + fraction, exponent - fraction.length());
    }

    static boolean isDigit(int unit) {
        return unit >= '0' && unit <= '9';
    }

    private String wholeDigits() {
        String whole = digits();
        if (whole.length() > 1 && whole.charAt(0) == '0') {
            throw CanonicalJsonException.malformedNumber(cursor.locationOf(start), "no leading zero", "a leading zero");
        }
        return whole;
    }

    private String digits() {
        int first = cursor.position();
        while (isDigit(cursor.peek())) {
            cursor.next();
        }
        if (cursor.position() == first) {
            throw noDigit();
        }
        return cursor.since(first);
    }

    private int exponent() {
        boolean negative = cursor.take('-');
        if (!negative) {
            cursor.take('+');
        }
        int magnitude = 0;
        for (char digit : digits().toCharArray()) {
            magnitude = magnitude * 10 + (digit - '0');
            if (magnitude > MAX_EXPONENT) {
                throw CanonicalJsonException.exponentTooLarge(cursor.locationOf(start), MAX_EXPONENT);
            }
        }
        return negative ? -magnitude : magnitude;
    }

    private CanonicalJsonException noDigit() {
        return cursor.peek() == JsonCursor.END
                ? CanonicalJsonException.endsEarly(cursor.here(), "a digit")
                : CanonicalJsonException.malformedNumber(cursor.here(), "a digit", cursor.found());
    }

    private static String canonical(boolean negative, String digits, int exponent) {
        int first = 0;
        while (first < digits.length() && digits.charAt(first) == '0') {
            first++;
        }
        if (first == digits.length()) {
            // Money has no negative zero.
            return "0";
        }
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        int scale = exponent + digits.length() - end;
        String coefficient = (negative ? "-" : "") + digits.substring(first, end);
        return scale == 0 ? coefficient : coefficient + "e" + scale;
    }
}
