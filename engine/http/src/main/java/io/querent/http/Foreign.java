package io.querent.http;

import java.nio.charset.StandardCharsets;

/** Puts a stranger's text into messages: short, on one line, and unable to forge a log line or hide itself. */
final class Foreign {
    static final int LONGEST = 300;

    private Foreign() {}

    /** At most {@value #LONGEST} characters of {@code text}. */
    static String text(String text) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length() && out.length() < LONGEST) {
            int point = text.codePointAt(at);
            append(out, point);
            at += Character.charCount(point);
        }
        return at < text.length() ? out.append("...").toString() : out.toString();
    }

    /** The beginning of a body, read as UTF-8. */
    static String text(byte[] body) {
        int length = Math.min(body.length, 4 * LONGEST);
        String text = text(new String(body, 0, length, StandardCharsets.UTF_8));
        return length < body.length && !text.endsWith("...") ? text + "..." : text;
    }

    /** One line about a failure and its causes. */
    static String describe(Throwable failure) {
        StringBuilder line = new StringBuilder(failure.getClass().getSimpleName());
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 8 && line.length() < LONGEST; depth++) {
            line.append(depth == 0 ? "" : "; caused by " + cause.getClass().getSimpleName())
                    .append(cause.getMessage() == null ? "" : ": " + cause.getMessage());
            cause = cause.getCause();
        }
        return text(line.toString());
    }

    private static void append(StringBuilder out, int point) {
        if (isPlain(point)) {
            out.appendCodePoint(point);
        } else {
            out.append("\\u%04x".formatted(point));
        }
    }

    private static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> point != '\\';
        };
    }
}
