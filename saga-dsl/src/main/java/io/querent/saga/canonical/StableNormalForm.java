package io.querent.saga.canonical;

import java.text.Normalizer;

/**
 * Unicode normal form C that gives the same result on every Java release.
 *
 * <p>The platform's normaliser grows with Unicode: a mark that Java 17 leaves in place, Java 25 may reorder, and a
 * stored hash would no longer match its own request. So only characters that Unicode 13 (Java 17) already normalised take
 * part, which Unicode promises never to treat differently (stability policy); all others divide the text and stay as
 * they are.
 */
final class StableNormalForm {
    /** From UAX #15, Stream-Safe Text Format. Longer runs cost the normaliser time beyond linear. */
    static final int MAX_MARKS_IN_A_ROW = 30;

    /** Below it nothing combines, so such text is in normal form already. */
    private static final char FIRST_MARK = '\u0300';

    private StableNormalForm() {}

    /** Text with at most {@link #MAX_MARKS_IN_A_ROW}, in normal form. Lone surrogates stay. */
    static String of(String text) {
        if (isPlain(text)) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int start = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            int next = i + Character.charCount(codePoint);
            if (!NormalisedCharacters.contains(codePoint)) {
                out.append(composed(text, start, i)).append(text, i, next);
                start = next;
            }
            i = next;
        }
        return out.append(composed(text, start, text.length())).toString();
    }

    static boolean hasTooManyMarks(String text) {
        if (isPlain(text)) {
            return false;
        }
        int inARow = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            inARow = isMark(codePoint) ? inARow + 1 : 0;
            if (inARow > MAX_MARKS_IN_A_ROW) {
                return true;
            }
            i += Character.charCount(codePoint);
        }
        return false;
    }

    private static String composed(String text, int start, int end) {
        return Normalizer.normalize(text.substring(start, end), Normalizer.Form.NFC);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_MARK) {
                return false;
            }
        }
        return true;
    }

    /** Characters that do not take part in normalising divide the text, so they end a run of marks. */
    private static boolean isMark(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
                NormalisedCharacters.contains(codePoint);
            default -> false;
        };
    }
}
