package io.querent.runtime.masking;

/**
 * A configured pattern of free text. No regular expression: it is compared in one pass, whatever the text is.
 *
 * @param signs what stands for itself, {@code #} for a digit, {@code ?} for a letter or digit
 * @param open whether any number of letters and digits may follow
 */
record TextPattern(String signs, boolean open) {
    private static final int LONGEST = 64;
    private static final int SHORTEST = 3;

    /** @throws io.querent.saga.QuerentException QRT-6048 when it is malformed */
    static TextPattern of(String pattern) {
        boolean open = pattern.endsWith("*");
        String signs = open ? pattern.substring(0, pattern.length() - 1) : pattern;
        if (signs.length() < SHORTEST || signs.length() > LONGEST || signs.indexOf('*') >= 0) {
            throw MaskingRules.malformed(
                    "a pattern of free text",
                    SHORTEST + " to " + LONGEST + " characters, with * at the end at most",
                    pattern);
        }
        return new TextPattern(signs, open);
    }

    /** Where what fits ends that begins at {@code from}; -1 when nothing does. */
    int end(String text, int from) {
        int end = from + signs.length();
        if (end > text.length()) {
            return -1;
        }
        for (int i = 0; i < signs.length(); i++) {
            if (!fits(signs.charAt(i), text.charAt(from + i))) {
                return -1;
            }
        }
        while (open && end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean fits(char sign, char each) {
        return switch (sign) {
            case '#' -> Character.isDigit(each);
            case '?' -> Character.isLetterOrDigit(each);
            default -> sign == each;
        };
    }
}
