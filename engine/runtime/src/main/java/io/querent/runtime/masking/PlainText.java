package io.querent.runtime.masking;

import java.util.List;

/** Masks what names somebody in a stretch of text that holds no JSON. One pass. */
final class PlainText {
    private static final String LOCAL_SIGNS = "._%+-'";
    private static final String DOMAIN_SIGNS = ".-";

    private final List<TextPattern> patterns;

    PlainText(List<TextPattern> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /** The text, masked. */
    String mask(String text) {
        if (!mayTell(text)) {
            return text;
        }
        StringBuilder masked = new StringBuilder(text.length());
        int next = 0;
        while (next < text.length()) {
            next = step(text, next, masked);
        }
        return masked.toString();
    }

    /** Most texts have too few digits and no address, and need no second look. */
    private boolean mayTell(String text) {
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '@') {
                return true;
            }
            digits += Character.isDigit(each) ? 1 : 0;
        }
        return digits >= 8 || !patterns.isEmpty();
    }

    private int step(String text, int from, StringBuilder masked) {
        int configured = patternEnd(text, from);
        if (configured > from) {
            masked.append(Mask.TEXT);
            return configured;
        }
        char each = text.charAt(from);
        if (each == '@') {
            return address(text, from, masked);
        } else if (Character.isDigit(each)) {
            return number(text, from, masked);
        }
        int iban = NumberRuns.ibanEnd(text, from);
        if (iban > from) {
            masked.append(NumberRuns.masked(text, from, iban));
            return iban;
        }
        masked.append(each);
        return from + 1;
    }

    private int patternEnd(String text, int from) {
        for (TextPattern pattern : patterns) {
            int end = pattern.end(text, from);
            if (end >= 0) {
                return end;
            }
        }
        return -1;
    }

    private static int number(String text, int from, StringBuilder masked) {
        int instant = Instants.end(text, from);
        if (instant > from) {
            masked.append(text, from, instant);
            return instant;
        }
        NumberRuns.Run run = NumberRuns.digits(text, from);
        masked.append(run.telling() ? NumberRuns.masked(text, from, run.end()) : text.substring(from, run.end()));
        return run.end();
    }

    /** What stands before the sign has been written and is taken back; what is masked already stays. */
    private static int address(String text, int at, StringBuilder masked) {
        int end = at + 1;
        while (end < text.length() && isOf(text.charAt(end), DOMAIN_SIGNS)) {
            end++;
        }
        int begin = masked.length();
        while (begin > 0 && isOf(masked.charAt(begin - 1), LOCAL_SIGNS)) {
            begin--;
        }
        if (end == at + 1 || begin == masked.length()) {
            masked.append(text, at, end);
            return end;
        }
        masked.setLength(begin);
        if (begin < Mask.TEXT.length()
                || !masked.substring(begin - Mask.TEXT.length()).equals(Mask.TEXT)) {
            masked.append(Mask.TEXT);
        }
        masked.append('@').append(Mask.TEXT);
        return end;
    }

    private static boolean isOf(char each, String signs) {
        return Character.isLetterOrDigit(each) || signs.indexOf(each) >= 0;
    }
}
