package io.querent.examples.payment.order;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line split at its semicolons. A field is bare or quoted; within quotes a semicolon is text and a doubled quote is a quote.
 *
 * @param values the fields; of use only without a problem
 * @param problem what is wrong with the quoting; null where nothing is
 */
record Fields(List<String> values, @Nullable String problem) {
    private static final char QUOTE = '"';
    private static final char SEPARATOR = ';';

    Fields {
        values = List.copyOf(values);
    }

    static Fields split(String line) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        boolean closed = false;
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (quoted && c == QUOTE && at + 1 < line.length() && line.charAt(at + 1) == QUOTE) {
                value.append(c);
                at++;
            } else if (quoted && c == QUOTE) {
                quoted = false;
                closed = true;
            } else if (quoted) {
                value.append(c);
            } else if (c == SEPARATOR) {
                values.add(value.toString());
                value.setLength(0);
                closed = false;
            } else if (closed) {
                return wrong("text after a closing quote, at character " + (at + 1));
            } else if (c == QUOTE && value.isEmpty()) {
                quoted = true;
            } else if (c == QUOTE) {
                return wrong("a quote inside a bare field, at character " + (at + 1));
            } else {
                value.append(c);
            }
        }
        if (quoted) {
            return wrong("a quote that is not closed");
        }
        values.add(value.toString());
        return new Fields(values, null);
    }

    private static Fields wrong(String problem) {
        return new Fields(List.of(), problem);
    }
}
