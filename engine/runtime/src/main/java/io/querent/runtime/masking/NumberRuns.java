package io.querent.runtime.masking;

/** Finds numbers in free text that name somebody: of cards, accounts, phones. One pass, no looking back. */
final class NumberRuns {
    /** Digits from which on a number is masked. */
    private static final int FEWEST_DIGITS = 8;

    private static final int SHORTEST_IBAN = 15;
    private static final int GROUP = 4;

    /** Of an IBAN in groups; a longer text is prose in capitals. */
    private static final int LONGEST_GROUPED = 50;

    private static final String SEPARATORS = " -./\u00A0\u202F\u2011\u2013";

    private NumberRuns() {}

    /** A stretch of text that ends before {@code end}, and whether it is such a number. */
    record Run(int end, boolean telling) {}

    /** What begins at {@code from}, which is a digit. Digits may be parted by single spaces, dashes, dots or slashes. */
    static Run digits(String text, int from) {
        int digits = 0;
        int end = from;
        for (int i = from; i < text.length(); i++) {
            if (Character.isDigit(text.charAt(i))) {
                digits++;
                end = i + 1;
            } else if (i != end || SEPARATORS.indexOf(text.charAt(i)) < 0) {
                break;
            }
        }
        return new Run(end, digits >= FEWEST_DIGITS);
    }

    /** Where what looks like an IBAN ends that begins at {@code from}, in one piece or in groups of four; -1 when nothing does. */
    static int ibanEnd(String text, int from) {
        if (!beginsIban(text, from)) {
            return -1;
        }
        int end = groupEnd(text, from);
        while (end - from <= LONGEST_GROUPED && end < text.length() && SEPARATORS.indexOf(text.charAt(end)) >= 0) {
            int next = groupEnd(text, end + 1);
            int length = next - end - 1;
            if (length == 0 || length > GROUP || groupEnd(text, from) - from > GROUP) {
                break;
            }
            end = next;
        }
        int signs = 0;
        int digits = 0;
        for (int i = from; i < end; i++) {
            signs += isIbanSign(text.charAt(i)) ? 1 : 0;
            digits += isDigit(text.charAt(i)) ? 1 : 0;
        }
        if (signs < SHORTEST_IBAN || digits < FEWEST_DIGITS) {
            return -1;
        }
        // Digits that go on behind it belong to it: with the last of its own they would be another number.
        return isDigit(text.charAt(end - 1)) ? digits(text, end - 1).end() : end;
    }

    private static int groupEnd(String text, int from) {
        int end = from;
        while (end < text.length() && isIbanSign(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean beginsIban(String text, int from) {
        return from + SHORTEST_IBAN <= text.length()
                && beginsCountry(text, from)
                && (from == 0 || !Character.isLetterOrDigit(text.charAt(from - 1)));
    }

    private static boolean beginsCountry(String text, int from) {
        return from + GROUP <= text.length()
                && isLetter(text.charAt(from))
                && isLetter(text.charAt(from + 1))
                && isDigit(text.charAt(from + 2))
                && isDigit(text.charAt(from + 3));
    }

    /** The last four digits or letters of a number, behind a mask. */
    static String masked(String text, int from, int end) {
        StringBuilder last = new StringBuilder(8);
        for (int i = end - 1; i >= from && last.length() < 4; i--) {
            if (Character.isLetterOrDigit(text.charAt(i))) {
                last.append(text.charAt(i));
            }
        }
        String shown = last.reverse().toString();
        // As the beginning of an IBAN it would be read together with what follows.
        return Mask.TEXT + (beginsCountry(shown, 0) ? shown.substring(2) : shown);
    }

    private static boolean isIbanSign(char each) {
        return isDigit(each) || isLetter(each);
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }

    private static boolean isLetter(char each) {
        return each >= 'A' && each <= 'Z';
    }
}
