package io.querent.runtime.masking;

/**
 * Finds what {@code Reconciliation} says a decision relies on, so that people find it again: the name of a report's file, as in
 * {@code 2026-11-30.xml, line 7}, and the digest of its bytes. Both look like numbers of accounts.
 */
final class ReportNames {
    private static final String PLACE = ", line ";
    private static final String DIGEST = "SHA-256 ";
    private static final int DIGITS = 64;
    private static final int LONGEST_NAME = 200;
    private static final int SHORTEST_KIND = 2;
    private static final int LONGEST_KIND = 5;

    private ReportNames() {}

    /** Where one ends that begins at {@code from}; -1 when none does. */
    static int end(String text, int from) {
        if (from > 0 && isOfName(text.charAt(from - 1))) {
            return -1;
        }
        int digest = digestEnd(text, from);
        return digest < 0 ? nameEnd(text, from) : digest;
    }

    /** A name without a kind, such as a bare number, is none; nor is one that may be the end of a number in groups. */
    private static int nameEnd(String text, int from) {
        int end = from;
        while (end < text.length() && isOfName(text.charAt(end))) {
            end++;
        }
        int line = end + PLACE.length();
        boolean placed = text.startsWith(PLACE, end) && line < text.length() && isDigit(text.charAt(line));
        boolean grouped = from > 1 && text.charAt(from - 1) == ' ' && Character.isDigit(text.charAt(from - 2));
        return placed && !grouped && end - from <= LONGEST_NAME && hasKind(text, from, end) ? end : -1;
    }

    private static boolean hasKind(String text, int from, int end) {
        int dot = text.lastIndexOf('.', end - 1);
        if (dot <= from || end - dot - 1 < SHORTEST_KIND || end - dot - 1 > LONGEST_KIND) {
            return false;
        }
        for (int i = dot + 1; i < end; i++) {
            if (isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int digestEnd(String text, int from) {
        int begin = from + DIGEST.length();
        int end = begin + DIGITS;
        if (!text.startsWith(DIGEST, from) || end > text.length()) {
            return -1;
        }
        for (int i = begin; i < end; i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return -1;
            }
        }
        return end < text.length() && isOfName(text.charAt(end)) ? -1 : end;
    }

    private static boolean isOfName(char each) {
        return each < 128 && (Character.isLetterOrDigit(each) || "._-".indexOf(each) >= 0);
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }
}
