package io.querent.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads {@code Retry-After} (RFC 9110, section 10.2.3): seconds, or a date in one of HTTP's three forms. It is a stranger's wish:
 * what cannot be read is no wish, and none is granted beyond a limit.
 */
final class RetryAfter {
    /** The longest wish that is granted: a saga must not be parked for years by one header. */
    static final Duration LONGEST = Duration.ofDays(1);

    private static final int LONGEST_HEADER = 64;

    private static final List<DateTimeFormatter> DATES = List.of(
            DateTimeFormatter.RFC_1123_DATE_TIME,
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC));

    private RetryAfter() {}

    /**
     * The longest of the wishes.
     *
     * @param values of all {@code Retry-After} headers
     * @param now what a date is counted from: the answer's own {@code Date} where it has one, so that clocks need not agree
     */
    static Optional<Duration> read(List<String> values, Instant now) {
        return values.stream()
                .flatMap(value -> read(value.strip(), now).stream())
                .max(Duration::compareTo);
    }

    /** An HTTP date, or nothing. */
    static Optional<Instant> date(String value) {
        return value.length() > LONGEST_HEADER
                ? Optional.empty()
                : DATES.stream().flatMap(form -> parsed(form, value).stream()).findFirst();
    }

    private static Optional<Instant> parsed(DateTimeFormatter form, String value) {
        try {
            return Optional.of(form.parse(value, ZonedDateTime::from).toInstant());
        } catch (DateTimeException notThisForm) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> read(String value, Instant now) {
        if (!value.isEmpty()
                && value.length() <= LONGEST_HEADER
                && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.of(value.length() > 9 ? LONGEST : bounded(Duration.ofSeconds(Long.parseLong(value))));
        }
        return date(value).map(then -> bounded(Duration.between(now, then)));
    }

    private static Duration bounded(Duration wish) {
        if (wish.isNegative()) {
            return Duration.ZERO;
        }
        return wish.compareTo(LONGEST) > 0 ? LONGEST : wish;
    }
}
