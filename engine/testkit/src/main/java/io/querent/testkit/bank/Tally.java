package io.querent.testkit.bank;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the bank saw of its callers. Thread-safe. */
final class Tally {
    private final Map<String, Integer> sends = new HashMap<>();
    private final Map<String, Integer> queries = new HashMap<>();
    private final Map<String, Set<String>> bodies = new HashMap<>();

    synchronized void sent(String key, String body) {
        sends.merge(key, 1, Integer::sum);
        bodies.computeIfAbsent(key, unused -> new HashSet<>()).add(body);
    }

    synchronized void asked(String key) {
        queries.merge(key, 1, Integer::sum);
    }

    synchronized int sends(String key) {
        return sends.getOrDefault(key, 0);
    }

    synchronized int queries(String key) {
        return queries.getOrDefault(key, 0);
    }

    synchronized int bodies(String key) {
        return bodies.getOrDefault(key, Set.of()).size();
    }

    synchronized Set<String> keys(String operation) {
        return sends.keySet().stream()
                .filter(key -> operationOf(key).equals(operation))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** An operation key ends with the operation's name; a digest has none. */
    static String operationOf(String key) {
        return key.substring(key.lastIndexOf(':') + 1);
    }
}
