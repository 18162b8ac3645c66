package io.querent.saga.canonical;

/** Orders text by code points, as its UTF-8 bytes would; {@link String#compareTo} puts U+E000 after U+10000. */
final class CodePointOrder {
    private CodePointOrder() {}

    static int compare(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        for (int i = 0; i < shorter; ) {
            int leftPoint = left.codePointAt(i);
            int rightPoint = right.codePointAt(i);
            if (leftPoint != rightPoint) {
                return Integer.compare(leftPoint, rightPoint);
            }
            i += Character.charCount(leftPoint);
        }
        return Integer.compare(left.length(), right.length());
    }
}
