package io.querent.testkit.explorer;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;

/**
 * Whether every saga comes to its end, or to a person, by what ordinarily happens: without another fault, refusal, callback or
 * intervention. One that only goes round for ever is stuck as well (R14, R15). Not thread-safe.
 */
final class Endings {
    private static final int FIRST_ROOM = 1 << 12;

    private final BitSet ends = new BitSet();
    private int[] from = new int[FIRST_ROOM];
    private int[] to = new int[FIRST_ROOM];
    private int size;

    /** The world of that number is an end, or it is not known what follows it. */
    void end(int number) {
        ends.set(number);
    }

    /** An ordinary move leads from one world to another. */
    void ordinary(int origin, int destination) {
        if (size == from.length) {
            from = Arrays.copyOf(from, size * 2);
            to = Arrays.copyOf(to, size * 2);
        }
        from[size] = origin;
        to[size++] = destination;
    }

    /** The first of the worlds, numbered from 0, from which no end is reached; -1 when there is none. */
    int firstWithoutEnd(int worlds) {
        int[] begin = new int[worlds + 1];
        for (int i = 0; i < size; i++) {
            begin[to[i] + 1]++;
        }
        for (int number = 0; number < worlds; number++) {
            begin[number + 1] += begin[number];
        }
        int[] origins = new int[size];
        int[] next = Arrays.copyOf(begin, worlds);
        for (int i = 0; i < size; i++) {
            origins[next[to[i]]++] = from[i];
        }
        int first = reach(begin, origins).nextClearBit(0);
        return first < worlds ? first : -1;
    }

    /** Every world from which an end is reached. */
    private BitSet reach(int[] begin, int[] origins) {
        BitSet reached = (BitSet) ends.clone();
        Deque<Integer> open = new ArrayDeque<>();
        ends.stream().forEach(open::add);
        while (!open.isEmpty()) {
            int number = open.remove();
            for (int i = begin[number]; i < begin[number + 1]; i++) {
                if (!reached.get(origins[i])) {
                    reached.set(origins[i]);
                    open.add(origins[i]);
                }
            }
        }
        return reached;
    }
}
