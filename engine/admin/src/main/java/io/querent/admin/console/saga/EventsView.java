package io.querent.admin.console.saga;

import io.querent.admin.console.page.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of raw events, oldest first.
 *
 * @param next number of the event after which the next page begins; null when there is none
 */
public record EventsView(
        String sagaLink,
        String sagaKey,
        List<Raw> events,
        int total,
        @Nullable Long next) {
    public EventsView {
        events = List.copyOf(events);
    }

    /** An event: its stored name, and what is in it as JSON, payloads masked. */
    public record Raw(long sequence, Moment at, String type, int revision, String json) {}
}
