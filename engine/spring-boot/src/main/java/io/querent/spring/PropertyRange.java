package io.querent.spring;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.boot.convert.DurationStyle;

/** Refuses property values outside their range, by the property's name and in the notation it is written in. */
final class PropertyRange {
    private static final List<ChronoUnit> UNITS = List.of(ChronoUnit.HOURS, ChronoUnit.MINUTES, ChronoUnit.SECONDS);

    private PropertyRange() {}

    static void requireWithin(String property, long found, long least, long most) {
        if (found < least || found > most) {
            throw StartUpException.property(property, found, least + " to " + most);
        }
    }

    static void requireWithin(String property, Duration found, Duration least, Duration most) {
        if (found.compareTo(least) < 0 || found.compareTo(most) > 0) {
            throw StartUpException.property(property, text(found), text(least) + " to " + text(most));
        }
    }

    private static String text(Duration duration) {
        ChronoUnit unit = UNITS.stream()
                .filter(each -> duration.toMillis() % each.getDuration().toMillis() == 0)
                .findFirst()
                .orElse(ChronoUnit.MILLIS);
        return DurationStyle.SIMPLE.print(duration, unit);
    }
}
