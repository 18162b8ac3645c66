package io.querent.saga.canonical;

/** Puts foreign text into messages: short, and unable to forge a log line or hide itself. */
final class Printable {
    private static final int MAX_CHARACTERS = 40;

    private Printable() {}

    static String text(String text) {
        StringBuilder out = new StringBuilder();
        text.chars().limit(MAX_CHARACTERS).forEach(unit -> append(out, (char) unit));
        return text.length() <= MAX_CHARACTERS ? out.toString() : out + "...";
    }

    static String character(int codePoint) {
        return isPlain(codePoint) ? "'" + (char) codePoint + "'" : "U+%04X".formatted(codePoint);
    }

    private static void append(StringBuilder out, char unit) {
        if (isPlain(unit)) {
            out.append(unit);
        } else {
            out.append("\\u%04x".formatted((int) unit));
        }
    }

    private static boolean isPlain(int codePoint) {
        return codePoint >= ' ' && codePoint <= '~' && codePoint != '\'' && codePoint != '\\';
    }
}
