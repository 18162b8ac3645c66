package io.querent.command;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Spans of time as people type them. */
final class Times {
    private Times() {}

    /** A span such as {@code 30m}, {@code 2h} or {@code 400d}, which an option gives. */
    static Duration duration(String option, String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        try {
            Duration duration = Duration.parse(upper.endsWith("D") ? "P" + upper : "PT" + upper);
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeParseException malformed) {
            throw malformed(option, text);
        }
        throw malformed(option, text);
    }

    private static UsageException malformed(String option, String text) {
        return new UsageException(option + " is no span of time; expected=90s, 15m, 2h or 1d, found=" + text);
    }
}
