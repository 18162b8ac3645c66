package io.querent.examples.settlement.iso20022;

/** Limits of texts in payment messages. */
final class Texts {
    static final int LONGEST_ID = 35;
    static final int LONGEST_NAME = 140;
    static final int LONGEST_ACCOUNT = 34;

    private Texts() {}

    static String check(String what, String text, int longest) {
        if (text.isBlank() || !text.equals(text.strip()) || text.codePointCount(0, text.length()) > longest) {
            throw new IllegalArgumentException("the " + what + " has 1 to " + longest
                    + " characters and no white space around it; found=" + text.length() + " characters");
        } else if (text.codePoints().anyMatch(Texts::isNotForPeople)) {
            throw new IllegalArgumentException("the " + what + " has control characters or half a character");
        }
        return text;
    }

    private static boolean isNotForPeople(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.SURROGATE || codePoint == 0xFFFE || codePoint == 0xFFFF;
    }
}
