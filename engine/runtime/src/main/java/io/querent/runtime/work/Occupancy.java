package io.querent.runtime.work;

import io.querent.runtime.journal.Party;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many sagas of which party a node has in memory. One party may have no more than {@value #PARTS} times what is free after it, so
 * that it can use nearly all the room while it is alone and there is always some for another: a party whose downstream is slow cannot
 * fill a node with sagas that stand in line. Thread-safe; counts of sagas that come and go at the same moment may be off by those.
 */
final class Occupancy {
    private static final int PARTS = 15;

    private final int most;
    private final AtomicInteger all = new AtomicInteger();
    private final Map<Party, Integer> parties = new ConcurrentHashMap<>();

    /** @param most sagas at a time */
    Occupancy(int most) {
        this.most = most;
    }

    void enter(Party party) {
        all.incrementAndGet();
        parties.merge(party, 1, Integer::sum);
    }

    void leave(Party party) {
        all.decrementAndGet();
        parties.computeIfPresent(party, (unused, count) -> count == 1 ? null : count - 1);
    }

    /** Whether one more saga of the party fits in. */
    boolean hasRoomFor(Party party) {
        int free = most - all.get();
        return free > 0 && !isFull(parties.getOrDefault(party, 0), free);
    }

    /** Parties of which no more fit in. */
    List<Party> full() {
        int free = most - all.get();
        return parties.entrySet().stream()
                .filter(party -> isFull(party.getValue(), free))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Rounded up, so that a party alone can have all but one even where there is little room. */
    private static boolean isFull(int count, int free) {
        return count > 0 && (long) free * PARTS < count;
    }
}
