package io.querent.testkit.bank;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** What is to be done with the next calls, for each operation or for whichever comes. Thread-safe. */
final class Script<W> {
    private static final String ANY = "";

    private final Map<String, Queue<W>> next = new HashMap<>();
    private final Map<String, W> otherwise = new HashMap<>();

    synchronized void next(@Nullable String operation, W words) {
        next.computeIfAbsent(name(operation), unused -> new ArrayDeque<>()).add(words);
    }

    synchronized void always(@Nullable String operation, W words) {
        otherwise.put(name(operation), words);
    }

    /** What is to be done with a call of the operation; {@code usual} where nothing was said. */
    synchronized W poll(String operation, W usual) {
        W own = next.getOrDefault(operation, new ArrayDeque<>()).poll();
        W any = own == null ? next.getOrDefault(ANY, new ArrayDeque<>()).poll() : own;
        return any == null ? otherwise.getOrDefault(operation, otherwise.getOrDefault(ANY, usual)) : any;
    }

    private static String name(@Nullable String operation) {
        return operation == null ? ANY : operation;
    }
}
