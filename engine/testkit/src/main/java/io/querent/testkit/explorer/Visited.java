package io.querent.testkit.explorer;

import java.util.Arrays;

/**
 * The worlds that were seen, by fingerprint, numbered in the order in which they were; for each, the one it was reached from and
 * by which choice. 22 bytes a world and 8 to 16 of index. Not thread-safe.
 */
final class Visited {
    private static final int FIRST_ROOM = 1 << 12;

    private long[] high = new long[FIRST_ROOM];
    private long[] low = new long[FIRST_ROOM];
    private int[] parents = new int[FIRST_ROOM];
    private short[] choices = new short[FIRST_ROOM];
    private int[] index = emptyIndex(FIRST_ROOM * 2);
    private int size;

    int size() {
        return size;
    }

    /** The number of a world; -1 when it was not seen. */
    int number(Fingerprint print) {
        return index[slot(print.high(), print.low())];
    }

    /**
     * Takes note of a world that was not seen.
     *
     * @return its number
     */
    int add(Fingerprint print, int parent, int choice) {
        if (size == high.length) {
            grow();
        }
        high[size] = print.high();
        low[size] = print.low();
        parents[size] = parent;
        choices[size] = (short) choice;
        index[slot(high[size], low[size])] = size;
        return size++;
    }

    /** The choices that lead from the first world to that of {@code number}. */
    int[] path(int number) {
        int length = 0;
        for (int at = number; at > 0; at = parents[at]) {
            length++;
        }
        int[] path = new int[length];
        for (int at = number; at > 0; at = parents[at]) {
            path[--length] = choices[at];
        }
        return path;
    }

    /** Where the fingerprint is, or would be, in the index. */
    private int slot(long itsHigh, long itsLow) {
        int mask = index.length - 1;
        int slot = (int) itsLow & mask;
        while (index[slot] >= 0 && (low[index[slot]] != itsLow || high[index[slot]] != itsHigh)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int room = high.length * 2;
        high = Arrays.copyOf(high, room);
        low = Arrays.copyOf(low, room);
        parents = Arrays.copyOf(parents, room);
        choices = Arrays.copyOf(choices, room);
        index = emptyIndex(room * 2);
        for (int number = 0; number < size; number++) {
            index[slot(high[number], low[number])] = number;
        }
    }

    private static int[] emptyIndex(int room) {
        int[] index = new int[room];
        Arrays.fill(index, -1);
        return index;
    }
}
