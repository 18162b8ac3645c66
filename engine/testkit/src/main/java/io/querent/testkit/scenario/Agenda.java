package io.querent.testkit.scenario;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** What happens by itself at its time: answers, time limits, a takeover. Not thread-safe. */
final class Agenda {
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparing(Entry::number));
    private long number;

    private record Entry(Instant at, long number, Runnable action) {}

    void at(Instant time, Runnable action) {
        entries.add(new Entry(time, number++, action));
    }

    Optional<Instant> next() {
        return Optional.ofNullable(entries.peek()).map(Entry::at);
    }

    /** Does the first thing that is due; returns whether there was one. */
    boolean doNext(Instant now) {
        Entry first = entries.peek();
        if (first == null || first.at().isAfter(now)) {
            return false;
        }
        entries.remove();
        first.action().run();
        return true;
    }
}
