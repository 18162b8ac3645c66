package io.querent.runtime.masking;

/** What stands in place of what is not shown. Its length says nothing. */
final class Mask {
    static final String TEXT = "\u2022\u2022\u2022";

    private Mask() {}

    /**
     * The end of {@code value} behind a mask; the mask alone where that would show half of it or more. A value that is masked already
     * stays as it is.
     */
    static String exceptLast(String value, int characters) {
        int points = value.codePointCount(0, value.length());
        if (value.startsWith(TEXT) && points <= TEXT.length() + characters) {
            return value;
        }
        return points > 2 * characters
                ? TEXT + value.substring(value.offsetByCodePoints(value.length(), -characters))
                : TEXT;
    }

    /** The text without halves of surrogate pairs, and without controls but tab and line ends, which a terminal might obey. */
    static String printable(String text) {
        StringBuilder printable = null;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            boolean pair = Character.isHighSurrogate(each)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            boolean bad = !pair && (Character.isSurrogate(each) || isControl(each));
            if (bad) {
                printable = printable == null ? new StringBuilder(text) : printable;
                printable.setCharAt(i, '\uFFFD');
            }
            i += pair ? 1 : 0;
        }
        return printable == null ? text : printable.toString();
    }

    private static boolean isControl(char each) {
        return Character.isISOControl(each) && each != '\n' && each != '\t' && each != '\r';
    }
}
