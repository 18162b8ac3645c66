package io.querent.testkit.explorer;

import io.querent.decision.SagaStatus;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was explored without a rule breaking. Immutable.
 *
 * @param saga name and version of the definition
 * @param states distinct states of the saga and the world around it
 * @param transitions moves that were made
 * @param depth moves in the longest of the shortest runs to a state
 * @param time how long it took
 * @param extent how far it went
 * @param ends in how many states the saga had ended, or waited for a person, by its status
 * @param coverage what became of each step, and what never did
 */
public record Exploration(
        String saga,
        long states,
        long transitions,
        int depth,
        Duration time,
        Extent extent,
        Map<SagaStatus, Long> ends,
        Coverage coverage) {
    /** Why an exploration came to its end. */
    public enum Extent {
        /** There is nothing else within the numbers of faults, refusals and interventions. */
        EXHAUSTED,
        /** Longer runs were not made. */
        DEPTH,
        /** More states were not looked at. */
        STATES
    }

    public Exploration {
        EnumMap<SagaStatus, Long> sorted = new EnumMap<>(SagaStatus.class);
        sorted.putAll(ends);
        ends = Collections.unmodifiableMap(sorted);
    }

    /** In how many states the saga had ended, or waited for a person, with that status. */
    public long ended(SagaStatus status) {
        return ends.getOrDefault(status, 0L);
    }

    @Override
    public String toString() {
        return String.format(
                "%s: %,d states, %,d transitions, depth %d, %s, %d ms, ends %s",
                saga, states, transitions, depth, Words.lower(extent), time.toMillis(), ends);
    }
}
