package io.querent.admin.console.saga;

import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Moment;
import io.querent.decision.SagaEvent;
import io.querent.runtime.masking.TextMask;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened, newest first, in pages of {@value #PAGE}.
 *
 * @param entries the page's
 * @param older number of the event before which the next page begins; null when this is the last
 * @param newest whether this is the first page
 * @param total how many there are
 */
public record Timeline(List<Happening> entries, @Nullable Long older, boolean newest, int total) {
    /** Entries of a page. */
    public static final int PAGE = 50;

    public Timeline {
        entries = List.copyOf(entries);
    }

    /**
     * A page of a saga's timeline. Pure.
     *
     * @param before only events with a lower number; null for the newest
     */
    public static Timeline of(SagaKey key, List<SagaEvent> events, @Nullable Long before, TextMask mask) {
        int end = before == null ? events.size() : (int) Math.max(0, Math.min(events.size(), before - 1));
        int start = Math.max(0, end - PAGE);
        List<Happening> entries = new ArrayList<>();
        for (int i = end - 1; i >= start; i--) {
            entries.add(happening(key, i + 1L, events.get(i), mask));
        }
        return new Timeline(entries, start == 0 ? null : start + 1L, end == events.size(), events.size());
    }

    /** What happened after a revision, oldest first; at most a page. */
    public static List<Happening> since(SagaKey key, List<SagaEvent> events, long revision, TextMask mask) {
        List<Happening> entries = new ArrayList<>();
        for (long i = Math.max(0, revision); i < events.size() && entries.size() < PAGE; i++) {
            entries.add(happening(key, i + 1, events.get((int) i), mask));
        }
        return entries;
    }

    private static Happening happening(SagaKey key, long sequence, SagaEvent event, TextMask mask) {
        EventWords words = EventWords.of(event);
        String operation = operation(event);
        boolean undo = !operation.isEmpty() && key.operation(operation).isCompensation();
        return new Happening(
                sequence,
                Moment.of(event.at()),
                operation,
                operation.isEmpty() ? "" : Links.operation(key.id(), operation),
                undo ? OperationKey.actionOf(operation) : "",
                words.tone(),
                words.symbol(),
                words.what(),
                mask.mask(words.detail(), key));
    }

    private static String operation(SagaEvent event) {
        String name = event instanceof SagaEvent.OperationEvent of
                ? of.operation()
                : event instanceof SagaEvent.DecisionTaken taken ? taken.operation() : null;
        // A case about the whole saga is an event of no operation.
        return name == null || name.startsWith(".") ? "" : name;
    }
}
