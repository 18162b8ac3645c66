package io.querent.saga;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A directed graph of names, each with those that come before it. */
final class StepGraph {
    private final Map<String, Set<String>> predecessors;

    StepGraph(Map<String, Set<String>> predecessors) {
        this.predecessors = predecessors;
    }

    /** An order in which every name comes after its predecessors, stable in the order of declaration; empty with a cycle. */
    Optional<List<String>> order() {
        Set<String> done = new LinkedHashSet<>();
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Map.Entry<String, Set<String>> entry : predecessors.entrySet()) {
                if (!done.contains(entry.getKey()) && done.containsAll(entry.getValue())) {
                    done.add(entry.getKey());
                    progress = true;
                }
            }
        }
        return done.size() == predecessors.size() ? Optional.of(List.copyOf(done)) : Optional.empty();
    }

    /** All names that come before {@code name}, directly or through others. */
    Set<String> ancestors(String name) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(before(name));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (found.add(next)) {
                open.addAll(before(next));
            }
        }
        return found;
    }

    /** One cycle, its first name repeated at the end. To be called only when {@link #order()} is empty. */
    List<String> cycle() {
        Set<String> orderable = new LinkedHashSet<>();
        Map<String, Set<String>> rest = new LinkedHashMap<>(predecessors);
        while (rest.entrySet()
                .removeIf(entry -> orderable.containsAll(entry.getValue()) && orderable.add(entry.getKey()))) {
            // Names that can be ordered are taken away until only cycles and what hangs on them are left.
        }
        List<String> path = new ArrayList<>();
        String at = rest.keySet().iterator().next();
        while (!path.contains(at)) {
            path.add(at);
            at = before(at).stream().filter(rest::containsKey).findFirst().orElseThrow();
        }
        List<String> cycle = new ArrayList<>(path.subList(path.indexOf(at), path.size()));
        cycle.add(at);
        return cycle;
    }

    private Set<String> before(String name) {
        return predecessors.getOrDefault(name, Set.of());
    }
}
