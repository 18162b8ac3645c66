package io.querent.admin.console.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A time as it is shown: absolute, in UTC, to the second.
 *
 * @param machine for programs, of ISO 8601, to the millisecond
 * @param text for people
 */
public record Moment(String machine, String text) {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    /** The moment. */
    public static Moment of(Instant time) {
        return new Moment(time.truncatedTo(ChronoUnit.MILLIS).toString(), FORM.format(time) + " UTC");
    }

    /** The moment; null where there is none. */
    public static @Nullable Moment ofNullable(@Nullable Instant time) {
        return time == null ? null : of(time);
    }

    /** A length of time in two units at most: {@code 3 d 4 h}, {@code 12 s}. */
    public static String length(Duration length) {
        long seconds = Math.max(0, length.toSeconds());
        if (seconds >= 86_400) {
            return seconds / 86_400 + " d " + seconds % 86_400 / 3_600 + " h";
        } else if (seconds >= 3_600) {
            return seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
        } else if (seconds >= 60) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        return seconds + " s";
    }
}
