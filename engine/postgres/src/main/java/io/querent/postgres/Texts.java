package io.querent.postgres;

/** Texts of strangers, made fit for columns that people read. What was said exactly is in the events. */
final class Texts {
    private Texts() {}

    /** The text without U+0000, which no text column can hold, and cut to {@code longest} characters. */
    static String storable(String text, int longest) {
        String clean = text.replace('\0', '\uFFFD');
        return clean.length() <= longest ? clean : clean.substring(0, longest);
    }

    /** Whether a text column holds the text as it is. */
    static boolean isStorable(String text) {
        return text.codePoints().noneMatch(c -> c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
