package io.querent.runtime.masking;

/** Finds dates and times in free text, which the engine's own messages are full of and which look like numbers. */
final class Instants {
    private static final String DATE = "dddd-dd-dd";
    private static final String MINUTE = "dd:dd";
    private static final String SECOND = ":dd";

    private Instants() {}

    /** Where a date of this or the last century, with or without a time, ends that begins at {@code from}; -1 when none does. */
    static int end(String text, int from) {
        int date = from + DATE.length();
        boolean century = text.startsWith("20", from) || text.startsWith("19", from);
        if (!century || !fits(text, from, DATE)) {
            return -1;
        }
        int time = date < text.length() && "T ".indexOf(text.charAt(date)) >= 0 ? timeEnd(text, date + 1) : -1;
        int end = time < 0 ? date : time;
        return goesOn(text, end) ? -1 : end;
    }

    private static int timeEnd(String text, int from) {
        if (!fits(text, from, MINUTE)) {
            return -1;
        }
        int end = from + MINUTE.length();
        if (!fits(text, end, SECOND)) {
            return end;
        }
        end += SECOND.length();
        int fraction = end + 1;
        while (end < text.length()
                && text.charAt(end) == '.'
                && fraction < text.length()
                && isDigit(text.charAt(fraction))) {
            fraction++;
        }
        return fraction > end + 1 && fraction <= end + 10 ? fraction : end;
    }

    /** Whether it is the beginning of a longer number, and no date. */
    private static boolean goesOn(String text, int end) {
        if (end >= text.length()) {
            return false;
        }
        return NumberRuns.digits(text, end - 1).end() > end;
    }

    private static boolean fits(String text, int from, String form) {
        if (from + form.length() > text.length()) {
            return false;
        }
        for (int i = 0; i < form.length(); i++) {
            char each = text.charAt(from + i);
            if (form.charAt(i) == 'd' ? !isDigit(each) : form.charAt(i) != each) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }
}
