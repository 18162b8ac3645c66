package io.querent.admin.api.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads parameters. What cannot be read is refused with its name. Pure. */
public final class Given {
    private static final Instant EARLIEST = Instant.parse("1970-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private Given() {}

    /** A number of items. */
    public static int limit(@Nullable Integer limit, int usual, int most) {
        int wanted = limit == null ? usual : limit;
        if (wanted < 1 || wanted > most) {
            throw Refusal.malformed("limit", "1 to " + most, String.valueOf(wanted));
        }
        return wanted;
    }

    /** A time; null when none is given. */
    public static @Nullable Instant time(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            Instant time = Instant.parse(text);
            if (!time.isBefore(EARLIEST) && !time.isAfter(LATEST)) {
                return time;
            }
        } catch (DateTimeException malformed) {
            // Said below.
        }
        throw Refusal.malformed(name, "a time as 2026-11-29T02:00:00Z", text);
    }

    /** A duration; null when none is given. */
    public static @Nullable Duration duration(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            Duration duration = Duration.parse(text);
            if (!duration.isNegative() && duration.compareTo(Duration.ofDays(36_500)) <= 0) {
                return duration;
            }
        } catch (DateTimeException | ArithmeticException malformed) {
            // Said below.
        }
        throw Refusal.malformed(name, "a duration as PT15M", text);
    }

    /** One of some words; null when none is given. */
    public static <E extends Enum<E>> @Nullable E word(String name, Class<E> words, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        String wanted = text.toUpperCase(Locale.ROOT);
        for (E each : words.getEnumConstants()) {
            if (each.name().equals(wanted)) {
                return each;
            }
        }
        throw Refusal.malformed(name, "one of " + Arrays.toString(words.getEnumConstants()), text);
    }

    /**
     * A text that is stored as it is.
     *
     * @throws Refusal when it is missing, blank, too long, or holds U+0000 or half of a character
     */
    public static String text(String name, @Nullable String text, int longest) {
        if (text == null || text.isBlank() || text.length() > longest || !isStorable(text)) {
            throw Refusal.malformed(
                    name,
                    "1 to " + longest + " characters without U+0000 and lone surrogates",
                    text == null ? null : text.length() + " characters");
        }
        return text;
    }

    /** The same, where none may be given: null then. */
    public static @Nullable String textOrNone(String name, @Nullable String text, int longest) {
        return text == null || text.isEmpty() ? null : text(name, text, longest);
    }

    private static boolean isStorable(String text) {
        return text.codePoints().noneMatch(c -> c == 0 || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
