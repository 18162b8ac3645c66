package io.querent.runtime.journal;

import java.util.Map;
import java.util.TreeMap;

/** Texts that people search by, as they are stored: whoever looks for one has to spell it the same way. */
final class SearchText {
    private static final int LONGEST = 200;
    private static final int REPLACEMENT = 0xFFFD;

    private SearchText() {}

    /** The text cut to {@value #LONGEST} characters, with U+FFFD for what no text column can hold. */
    static String fit(String text) {
        StringBuilder fit = new StringBuilder(Math.min(text.length(), LONGEST));
        text.codePoints()
                .limit(LONGEST)
                .map(point -> isStorable(point) ? point : REPLACEMENT)
                .takeWhile(point -> fit.length() + Character.charCount(point) <= LONGEST)
                .forEach(fit::appendCodePoint);
        return fit.toString();
    }

    static Map<String, String> fit(Map<String, String> attributes) {
        if (attributes.isEmpty()) {
            return Map.of();
        }
        Map<String, String> fit = new TreeMap<>();
        attributes.forEach((name, value) -> fit.put(name, fit(value)));
        return Map.copyOf(fit);
    }

    private static boolean isStorable(int point) {
        return point != 0 && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
    }
}
