package io.querent.testkit.explorer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What of a saga was explored, step by step: what became of each operation, wait and choice in any of the runs, and what never did.
 * Immutable.
 */
public final class Coverage {
    /** Stands for the saga as a whole among the steps. */
    public static final String SAGA = "the saga";

    private final SortedMap<String, Set<String>> explored;
    private final List<Gap> missing;

    /**
     * Something that may happen by the definition and never did in any run.
     *
     * @param step name of the step or compensation; {@code pay[item]} for the items of step {@code pay}; {@link #SAGA}
     * @param outcome what never happened, as in {@code refused}
     * @param remedy the setting that lets it happen, as in {@code refusals(2)}
     */
    public record Gap(String step, String outcome, String remedy) {
        @Override
        public String toString() {
            return step + ": never \"" + outcome + "\"; raise " + remedy;
        }
    }

    Coverage(SortedMap<String, Set<String>> explored, List<Gap> missing) {
        SortedMap<String, Set<String>> copy = new TreeMap<>();
        explored.forEach((step, outcomes) -> copy.put(step, Collections.unmodifiableSet(new TreeSet<>(outcomes))));
        this.explored = Collections.unmodifiableSortedMap(copy);
        this.missing = List.copyOf(missing);
    }

    /** All that became of each step, by its name. */
    public SortedMap<String, Set<String>> explored() {
        return explored;
    }

    /** All that became of the step; empty when nothing did. */
    public Set<String> of(String step) {
        return explored.getOrDefault(step, Set.of());
    }

    /** What never happened, with the setting to raise. */
    public List<Gap> missing() {
        return missing;
    }

    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        explored.forEach((step, outcomes) -> lines.add("  " + step + ": " + String.join(", ", outcomes)));
        if (!missing.isEmpty()) {
            lines.add("never explored:");
            missing.forEach(gap -> lines.add("  " + gap));
        }
        return String.join("\n", lines);
    }
}
