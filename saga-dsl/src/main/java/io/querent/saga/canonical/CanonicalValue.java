package io.querent.saga.canonical;

import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** A JSON value that knows its canonical text. */
sealed interface CanonicalValue {
    void appendTo(StringBuilder out);

    /** The one value that an object leaves out. */
    default boolean isNull() {
        return this == Literal.NULL;
    }

    /** A string in normal form, without quotes and escapes. */
    record Text(String value) implements CanonicalValue {
        @Override
        public void appendTo(StringBuilder out) {
            appendQuoted(value, out);
        }

        static void appendQuoted(String text, StringBuilder out) {
            out.append('"');
            for (int i = 0; i < text.length(); ) {
                int codePoint = text.codePointAt(i);
                appendEscaped(codePoint, out);
                i += Character.charCount(codePoint);
            }
            out.append('"');
        }

        private static void appendEscaped(int codePoint, StringBuilder out) {
            if (codePoint == '"' || codePoint == '\\') {
                out.append('\\').append((char) codePoint);
            } else if (codePoint < ' ' || isLoneSurrogate(codePoint)) {
                out.append("\\u").append(HexFormat.of().toHexDigits((char) codePoint));
            } else {
                out.appendCodePoint(codePoint);
            }
        }

        /** A paired one would have come as a single code point beyond U+FFFF. */
        private static boolean isLoneSurrogate(int codePoint) {
            return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
        }
    }

    /** A number in canonical spelling. */
    record Decimal(String spelling) implements CanonicalValue {
        @Override
        public void appendTo(StringBuilder out) {
            out.append(spelling);
        }
    }

    /** The three words of JSON. */
    enum Literal implements CanonicalValue {
        TRUE("true"),
        FALSE("false"),
        NULL("null");

        private final String word;

        Literal(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        @Override
        public void appendTo(StringBuilder out) {
            out.append(word);
        }
    }

    /** An array; order and nulls count. */
    record Elements(List<CanonicalValue> values) implements CanonicalValue {
        public Elements {
            values = List.copyOf(values);
        }

        @Override
        public void appendTo(StringBuilder out) {
            String separator = "[";
            for (CanonicalValue value : values) {
                out.append(separator);
                value.appendTo(out);
                separator = ",";
            }
            out.append(values.isEmpty() ? "[]" : "]");
        }
    }

    /** An object; order does not count, nor do members that are null. */
    record Members(SortedMap<String, CanonicalValue> byName) implements CanonicalValue {
        public Members {
            byName = Collections.unmodifiableSortedMap(byName);
        }

        @Override
        public void appendTo(StringBuilder out) {
            out.append('{');
            boolean first = true;
            for (Map.Entry<String, CanonicalValue> member : byName.entrySet()) {
                if (member.getValue().isNull()) {
                    continue;
                }
                if (!first) {
                    out.append(',');
                }
                first = false;
                Text.appendQuoted(member.getKey(), out);
                out.append(':');
                member.getValue().appendTo(out);
            }
            out.append('}');
        }
    }
}
