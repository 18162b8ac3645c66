package io.querent.runtime.masking;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Copies a JSON value, masked. For one value and one thread. */
final class MaskedCopy {
    /** Nesting that is shown; what is deeper is one masked value. */
    static final int DEEPEST = 32;

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_VALUE = 2_000;
    private static final PlainText NAMES = new PlainText(List.of());

    private final JsonParser parser;
    private final JsonGenerator generator;
    private final BiFunction<List<String>, String, String> shown;
    private final List<String> place = new ArrayList<>();
    private int depth;
    private long written;

    /** @param shown what is shown of a value, by the names that lead to it */
    MaskedCopy(JsonParser parser, JsonGenerator generator, BiFunction<List<String>, String, String> shown) {
        this.parser = parser;
        this.generator = generator;
        this.shown = shown;
    }

    /** Copies the value at which the parser stands. */
    void value() {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
            container(token == JsonToken.START_OBJECT);
        } else if (token == JsonToken.VALUE_NULL) {
            generator.writeNull();
            written += 5;
        } else {
            scalar(token);
        }
    }

    private void container(boolean object) {
        if (depth == DEEPEST) {
            parser.skipChildren();
            text(Mask.TEXT);
            return;
        }
        depth++;
        if (object) {
            generator.writeStartObject();
            members();
            generator.writeEndObject();
        } else {
            generator.writeStartArray();
            elements();
            generator.writeEndArray();
        }
        written += 2;
        depth--;
    }

    private void members() {
        long more = 0;
        boolean counted = false;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (!counted && isFull() && standsAtCount()) {
                counted = true;
                name(name);
                value();
            } else if (isFull()) {
                parser.skipChildren();
                more++;
            } else {
                name(name);
                place.add(name);
                value();
                place.remove(place.size() - 1);
            }
        }
        if (more > 0) {
            name("\u2026");
            text(more(more));
        }
    }

    private void elements() {
        long more = 0;
        boolean counted = false;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (!counted && isFull() && standsAtCount()) {
                counted = true;
                value();
            } else if (isFull()) {
                parser.skipChildren();
                more++;
            } else {
                value();
            }
        }
        if (more > 0) {
            text(more(more));
        }
    }

    private boolean isFull() {
        return written > PayloadMask.LONGEST;
    }

    /** An earlier masking has counted the rest: once in each container, so that nobody fills a page with counts. */
    private boolean standsAtCount() {
        return parser.currentToken() == JsonToken.VALUE_STRING && isCount(parser.getString());
    }

    private void scalar(JsonToken token) {
        String value = parser.getString();
        String visible = shown.apply(place, value);
        if (token.isNumeric() && visible.equals(value)) {
            generator.writeNumber(value);
            written += value.length() + 1L;
        } else if (token.isBoolean() && visible.equals(value)) {
            generator.writeBoolean(token == JsonToken.VALUE_TRUE);
            written += value.length() + 1L;
        } else {
            text(isCount(value) ? value : visible);
        }
    }

    private void name(String name) {
        String visible = Mask.printable(NAMES.mask(cut(name, LONGEST_NAME)));
        generator.writeName(visible);
        written += visible.length() + 3L;
    }

    private void text(String text) {
        String visible = Mask.printable(cut(text, LONGEST_VALUE));
        generator.writeString(visible);
        written += visible.length() + 3L;
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + '\u2026';
    }

    private static String more(long count) {
        return "\u2026 " + count + " more";
    }

    /** Whether an earlier masking has left it. It tells a number of at most nine digits. */
    private static boolean isCount(String value) {
        int digits = value.length() - "\u2026  more".length();
        if (!value.startsWith("\u2026 ") || !value.endsWith(" more") || digits < 1 || digits > 9) {
            return false;
        }
        return value.substring(2, 2 + digits).chars().allMatch(Character::isDigit);
    }
}
