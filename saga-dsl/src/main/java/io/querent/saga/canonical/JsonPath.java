package io.querent.saga.canonical;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where the reader is, kept raw on the way in and put into words only when something is refused. */
final class JsonPath {
    private static final int MAX_CHARACTERS = 200;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_-]{1,40}");

    private final Deque<Segment> segments = new ArrayDeque<>();

    void enterMember(String name) {
        segments.addLast(new Segment(name, 0));
    }

    void enterElement(int index) {
        segments.addLast(new Segment(null, index));
    }

    void leave() {
        segments.removeLast();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder("$");
        for (Iterator<Segment> each = segments.iterator(); each.hasNext(); ) {
            out.append(each.next());
        }
        return out.length() <= MAX_CHARACTERS ? out.toString() : "..." + out.substring(out.length() - MAX_CHARACTERS);
    }

    private record Segment(@Nullable String name, int index) {
        @Override
        public String toString() {
            if (name == null) {
                return "[" + index + "]";
            }
            return PLAIN_NAME.matcher(name).matches() ? "." + name : "['" + Printable.text(name) + "']";
        }
    }
}
