package io.querent.examples.payment.report;

import io.querent.decision.SagaStatus;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** All payments' events, counted. Not thread-safe. */
public final class Totals {
    private static final String NOBODY = "none";

    private final Map<SagaStatus, Integer> statuses = new EnumMap<>(SagaStatus.class);
    private final Map<SagaStatus, SortedMap<String, Integer>> refusals = new EnumMap<>(SagaStatus.class);
    private final Map<Figure, Integer> figures = new EnumMap<>(Figure.class);
    private int troubled;
    private Duration longestDoubt = Duration.ZERO;
    private String inDoubtLongest = NOBODY;
    private Duration longestRun = Duration.ZERO;

    /** Counts a payment. */
    public void add(StoredSaga payment) {
        Story story = Story.of(payment.events());
        SagaRow row = payment.row();
        statuses.merge(row.status(), 1, Integer::sum);
        if (story.refusal() != null) {
            refusals.computeIfAbsent(row.status(), status -> new TreeMap<>()).merge(story.refusal(), 1, Integer::sum);
        }
        for (Figure figure : Figure.values()) {
            figures.merge(figure, story.count(figure), Integer::sum);
        }
        if (story.count(Figure.UNKNOWN) + story.count(Figure.PENDING) + story.count(Figure.NOT_EXECUTED) > 0) {
            troubled++;
        }
        if (story.longestDoubt().compareTo(longestDoubt) > 0) {
            longestDoubt = story.longestDoubt();
            inDoubtLongest = row.key().businessKey().value();
        }
        if (row.endedAt() != null) {
            Duration run = Duration.between(row.startedAt(), row.endedAt());
            longestRun = run.compareTo(longestRun) > 0 ? run : longestRun;
        }
    }

    /** How many payments stand so. */
    public int of(SagaStatus status) {
        return statuses.getOrDefault(status, 0);
    }

    /** All payments. */
    public int payments() {
        return statuses.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Payments that neither have ended nor wait for a person. */
    public int unfinished() {
        return payments()
                - of(SagaStatus.COMPLETED)
                - of(SagaStatus.COMPENSATED)
                - of(SagaStatus.FAILED)
                - of(SagaStatus.ABANDONED)
                - of(SagaStatus.IN_REVIEW);
    }

    /** How many payments that stand so were refused with which code. */
    public SortedMap<String, Integer> refusals(SagaStatus status) {
        return Collections.unmodifiableSortedMap(refusals.getOrDefault(status, new TreeMap<>()));
    }

    /** What was counted. */
    public int of(Figure figure) {
        return figures.getOrDefault(figure, 0);
    }

    /** Payments in which something was unknown, pending or had to be tried again. */
    public int troubled() {
        return troubled;
    }

    /** For how long the operation that was in doubt longest was so, from its first unknown outcome to its final one. */
    public Duration longestDoubt() {
        return longestDoubt;
    }

    /** Order id of the payment that operation belongs to. */
    public String inDoubtLongest() {
        return inDoubtLongest;
    }

    /** From start to end, of the payment that took longest. */
    public Duration longestRun() {
        return longestRun;
    }
}
