package io.querent.saga.canonical;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads one RFC 8259 text, strictly. Recurses once per level, bounded by the allowed depth. Confined to one call. */
final class JsonReader {
    private static final String VALUE = "a JSON value";
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final JsonCursor cursor;
    private final JsonStringToken strings;
    private final int maxDepth;
    private int depth;

    JsonReader(JsonCursor cursor, int maxDepth) {
        this.cursor = cursor;
        this.strings = new JsonStringToken(cursor);
        this.maxDepth = maxDepth;
    }

    CanonicalValue document() {
        if (cursor.peek() == BYTE_ORDER_MARK) {
            throw CanonicalJsonException.byteOrderMark();
        }
        cursor.skipWhiteSpace();
        if (cursor.peek() == JsonCursor.END) {
            throw CanonicalJsonException.empty(cursor.here());
        }
        CanonicalValue value = value();
        cursor.skipWhiteSpace();
        if (cursor.peek() != JsonCursor.END) {
            throw CanonicalJsonException.trailing(cursor.here(), cursor.found());
        }
        return value;
    }

    private CanonicalValue value() {
        cursor.skipWhiteSpace();
        int first = cursor.peek();
        return switch (first) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new CanonicalValue.Text(strings.read());
            case 't' -> literal(CanonicalValue.Literal.TRUE);
            case 'f' -> literal(CanonicalValue.Literal.FALSE);
            case 'n' -> literal(CanonicalValue.Literal.NULL);
            default -> {
                if (first != '-' && !JsonNumberToken.isDigit(first)) {
                    throw cursor.unexpected(VALUE);
                }
                yield new CanonicalValue.Decimal(new JsonNumberToken(cursor).read());
            }
        };
    }

    private CanonicalValue object() {
        descend('{');
        SortedMap<String, CanonicalValue> members = new TreeMap<>(CodePointOrder::compare);
        cursor.skipWhiteSpace();
        if (!cursor.take('}')) {
            do {
                member(members);
            } while (another('}'));
        }
        depth--;
        return new CanonicalValue.Members(members);
    }

    private void member(SortedMap<String, CanonicalValue> members) {
        cursor.skipWhiteSpace();
        if (cursor.peek() != '"') {
            throw cursor.unexpected("a member name in double quotes");
        }
        int start = cursor.position();
        String name = strings.read();
        cursor.path().enterMember(name);
        // Before the value is read, and before nulls are dropped: a null must not hide that there are two.
        if (members.containsKey(name)) {
            throw CanonicalJsonException.duplicateMember(cursor.locationOf(start));
        }
        cursor.skipWhiteSpace();
        cursor.expect(':');
        members.put(name, value());
        cursor.path().leave();
    }

    private CanonicalValue array() {
        descend('[');
        List<CanonicalValue> elements = new ArrayList<>();
        cursor.skipWhiteSpace();
        if (!cursor.take(']')) {
            do {
                cursor.path().enterElement(elements.size());
                elements.add(value());
                cursor.path().leave();
            } while (another(']'));
        }
        depth--;
        return new CanonicalValue.Elements(elements);
    }

    private void descend(char open) {
        if (depth == maxDepth) {
            throw CanonicalJsonException.tooDeep(cursor.here(), maxDepth);
        }
        depth++;
        cursor.expect(open);
    }

    private boolean another(char close) {
        cursor.skipWhiteSpace();
        if (cursor.take(',')) {
            return true;
        }
        if (cursor.take(close)) {
            return false;
        }
        throw cursor.unexpected("',' or '" + close + "'");
    }

    private CanonicalValue literal(CanonicalValue.Literal literal) {
        String word = literal.word();
        for (int i = 0; i < word.length(); i++) {
            if (!cursor.take(word.charAt(i))) {
                throw cursor.unexpected(word);
            }
        }
        return literal;
    }
}
