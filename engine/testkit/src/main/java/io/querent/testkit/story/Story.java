package io.querent.testkit.story;

import io.querent.decision.SagaEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** What happened to a saga, one line an event: time since its start, step, what became of it. Stateless. */
public final class Story {
    private Story() {}

    /**
     * The lines.
     *
     * @param events from the first one on
     */
    public static List<String> of(List<SagaEvent> events) {
        if (events.isEmpty()) {
            return List.of();
        }
        Instant start = events.get(0).at();
        return events.stream().map(event -> line(start, event)).toList();
    }

    /** Time between the two: hours, minutes, seconds, milliseconds. */
    public static String time(Instant start, Instant time) {
        Duration since = Duration.between(start, time);
        return String.format(
                Locale.ROOT,
                "%d:%02d:%02d.%03d",
                since.toHours(),
                since.toMinutesPart(),
                since.toSecondsPart(),
                since.toMillisPart());
    }

    private static String line(Instant start, SagaEvent event) {
        String subject =
                event instanceof SagaEvent.OperationEvent on && !on.operation().startsWith(".")
                        ? on.operation()
                        : "the saga";
        return String.format(
                Locale.ROOT, "  %s  %-16s %s", time(start, event.at()), subject, new Sentences(start).of(event));
    }
}
