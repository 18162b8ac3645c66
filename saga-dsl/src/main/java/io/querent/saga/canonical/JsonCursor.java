package io.querent.saga.canonical;

/** Walks over one JSON text and knows where it is. Confined to one call. */
final class JsonCursor {
    static final int END = -1;

    private final String text;
    private final JsonPath path = new JsonPath();
    private int position;

    JsonCursor(String text) {
        this.text = text;
    }

    JsonPath path() {
        return path;
    }

    int position() {
        return position;
    }

    String since(int start) {
        return text.substring(start, position);
    }

    /** The next UTF-16 unit, or {@link #END}. */
    int peek() {
        return position < text.length() ? text.charAt(position) : END;
    }

    /** As {@link #peek}, and moves past it. */
    int next() {
        int unit = peek();
        if (unit != END) {
            position++;
        }
        return unit;
    }

    boolean take(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        position++;
        return true;
    }

    void expect(char wanted) {
        if (!take(wanted)) {
            throw unexpected("'" + wanted + "'");
        }
    }

    /** Only the four of RFC 8259; what Java or Unicode call white space is wider. */
    void skipWhiteSpace() {
        for (int unit = peek(); unit == ' ' || unit == '\n' || unit == '\r' || unit == '\t'; unit = peek()) {
            position++;
        }
    }

    /** The refusal that fits when the grammar wants something else here, or wants more than there is. */
    CanonicalJsonException unexpected(String expected) {
        return peek() == END
                ? CanonicalJsonException.endsEarly(here(), expected)
                : CanonicalJsonException.unexpected(here(), expected, found());
    }

    String found() {
        return peek() == END ? "end of input" : Printable.character(text.codePointAt(position));
    }

    JsonLocation here() {
        return locationOf(position);
    }

    JsonLocation locationOf(int somewhere) {
        return new JsonLocation(utf8Length(somewhere), path.toString());
    }

    /** The text came from valid UTF-8, so surrogates come in pairs: two units, four bytes. */
    private int utf8Length(int units) {
        int bytes = 0;
        for (int i = 0; i < units; i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes += 1;
            } else {
                bytes += unit < 0x800 || Character.isSurrogate(unit) ? 2 : 3;
            }
        }
        return bytes;
    }
}
