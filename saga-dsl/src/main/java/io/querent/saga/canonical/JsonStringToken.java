package io.querent.saga.canonical;

import java.util.HexFormat;

/** Reads a JSON string and hands it out in normal form. */
final class JsonStringToken {
    private final JsonCursor cursor;

    JsonStringToken(JsonCursor cursor) {
        this.cursor = cursor;
    }

    String read() {
        int start = cursor.position();
        cursor.expect('"');
        String text = characters();
        if (StableNormalForm.hasTooManyMarks(text)) {
            throw CanonicalJsonException.tooManyMarks(cursor.locationOf(start), StableNormalForm.MAX_MARKS_IN_A_ROW);
        }
        return StableNormalForm.of(text);
    }

    private String characters() {
        StringBuilder out = new StringBuilder();
        while (!cursor.take('"')) {
            int unit = cursor.peek();
            if (unit == JsonCursor.END) {
                throw cursor.unexpected("a closing double quote");
            }
            if (unit < ' ') {
                throw CanonicalJsonException.controlCharacter(cursor.here(), cursor.found());
            }
            cursor.next();
            out.append(unit == '\\' ? escaped() : (char) unit);
        }
        return out.toString();
    }

    private char escaped() {
        if (cursor.take('u')) {
            return hexadecimal();
        }
        int unit = cursor.peek();
        char meant = switch (unit) {
            case '"', '\\', '/' -> (char) unit;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> throw malformed("one of \" \\ / b f n r t u");
        };
        cursor.next();
        return meant;
    }

    /** Halves of a pair are read one by one; side by side in the result they are the pair again. */
    private char hexadecimal() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = cursor.peek();
            if (!HexFormat.isHexDigit(digit)) {
                throw malformed("four hexadecimal digits");
            }
            value = value << 4 | HexFormat.fromHexDigit(digit);
            cursor.next();
        }
        return (char) value;
    }

    private CanonicalJsonException malformed(String expected) {
        return cursor.peek() == JsonCursor.END
                ? CanonicalJsonException.endsEarly(cursor.here(), expected)
                : CanonicalJsonException.malformedEscape(cursor.here(), expected, cursor.found());
    }
}
