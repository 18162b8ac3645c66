package io.querent.decision.world;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** What is going to happen, by virtual time and, at one time, in the order of being put down. */
final class Agenda {
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparing(Entry::number));
    private Instant now;
    private long puts;

    /** @param party on whose behalf; what a lost process had planned never happens */
    private record Entry(Instant at, long number, Object party, Runnable happening) {}

    Agenda(Instant begin) {
        this.now = begin;
    }

    Instant now() {
        return now;
    }

    void soon(Object party, Runnable happening) {
        at(now, party, happening);
    }

    void at(Instant time, Object party, Runnable happening) {
        entries.add(new Entry(time.isBefore(now) ? now : time, puts++, party, happening));
    }

    /** Nothing that the party had planned will happen. */
    void drop(Object party) {
        entries.removeIf(entry -> entry.party() == party);
    }

    /** Everything that the party had planned happens no earlier than {@code time}. */
    void holdUp(Object party, Instant time) {
        List<Entry> held = new ArrayList<>();
        entries.removeIf(entry -> entry.party() == party && held.add(entry));
        held.sort(Comparator.comparing(Entry::at).thenComparing(Entry::number));
        held.forEach(entry -> at(entry.at().isBefore(time) ? time : entry.at(), party, entry.happening()));
    }

    /** When the next thing happens. */
    Optional<Instant> next() {
        return Optional.ofNullable(entries.peek()).map(Entry::at);
    }

    /** Lets the next thing happen if its time has come; says whether it did. */
    boolean turn() {
        Entry first = entries.peek();
        if (first == null || first.at().isAfter(now)) {
            return false;
        }
        entries.remove().happening().run();
        return true;
    }

    void advance(Instant to) {
        if (to.isAfter(now)) {
            now = to;
        }
    }
}
