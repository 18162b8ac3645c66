package io.querent.runtime.call;

import io.querent.runtime.journal.Party;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who waits, a queue for each party; the parties take turns, so that one with thousands in line does not keep another waiting for more
 * than a round. Holds no more than one entry for each operation of the sagas that the node owns. Not thread-safe.
 */
final class Line {
    private final Map<Party, Deque<Runnable>> queues = new LinkedHashMap<>();
    private int size;

    void addLast(Party party, Runnable waiting) {
        queues.computeIfAbsent(party, unused -> new ArrayDeque<>()).addLast(waiting);
        size++;
    }

    /** For one whose turn had come and who could not use it: it is the next of its party again. */
    void addFirst(Party party, Runnable waiting) {
        queues.computeIfAbsent(party, unused -> new ArrayDeque<>()).addFirst(waiting);
        size++;
    }

    /** Takes out the next one of the party whose turn it is; null when nobody waits. */
    @Nullable
    Runnable poll() {
        Iterator<Map.Entry<Party, Deque<Runnable>>> first = queues.entrySet().iterator();
        if (!first.hasNext()) {
            return null;
        }
        Map.Entry<Party, Deque<Runnable>> turn = first.next();
        Party party = turn.getKey();
        Deque<Runnable> queue = turn.getValue();
        first.remove();
        Runnable next = queue.poll();
        size--;
        if (!queue.isEmpty()) {
            queues.put(party, queue);
        }
        return next;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
