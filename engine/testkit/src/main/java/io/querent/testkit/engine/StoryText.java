package io.querent.testkit.engine;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.history.AttemptHistory;
import io.querent.decision.history.Note;
import io.querent.decision.history.OperationHistory;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** A saga's history and what it waits for, for the reader of a failed test. */
final class StoryText {
    private final StoredSaga saga;
    private final SagaRow row;
    private final Instant now;
    private final Predicate<SagaId> isHeld;

    /** @param isHeld whether the asking node has the saga */
    StoryText(StoredSaga saga, Instant now, Predicate<SagaId> isHeld) {
        this.saga = saga;
        this.row = saga.row();
        this.now = now;
        this.isHeld = isHeld;
    }

    private record Line(Instant at, String text) {}

    @Override
    public String toString() {
        SagaHistory history = SagaHistory.of(row.status(), saga.events());
        List<String> lines = new ArrayList<>();
        lines.add("%s  %s  revision %d, now %s".formatted(row.key(), row.status(), row.version(), now));
        history.operations()
                .forEach(operation -> lines.add("  %s: %s, %d attempts, key %s"
                        .formatted(
                                operation.name(),
                                operation.status(),
                                operation.attempts().size(),
                                operation.key())));
        happened(history).forEach(line -> lines.add("  " + line.at() + "  " + line.text()));
        waitsFor().forEach(what -> lines.add("waits for " + what));
        return String.join("\n", lines);
    }

    private static List<Line> happened(SagaHistory history) {
        List<Line> lines = new ArrayList<>();
        for (OperationHistory operation : history.operations()) {
            operation.attempts().forEach(attempt -> lines.add(new Line(attempt.startedAt(), text(operation, attempt))));
            operation.notes().forEach(note -> lines.add(new Line(note.at(), operation.name() + ": " + text(note))));
        }
        history.notes().forEach(note -> lines.add(new Line(note.at(), text(note))));
        lines.sort(Comparator.comparing(Line::at));
        return lines;
    }

    private static String text(OperationHistory operation, AttemptHistory attempt) {
        String outcome = attempt.outcome() == null
                ? "in flight"
                : attempt.outcome() + " at " + attempt.endedAt() + " "
                        + Objects.requireNonNullElse(attempt.evidence(), "");
        return "%s: attempt %d by %s, token %d: %s"
                .formatted(operation.name(), attempt.number(), attempt.node(), attempt.token(), outcome.strip());
    }

    private static String text(Note note) {
        return note.detail().isEmpty() ? note.what() : note.what() + ": " + note.detail();
    }

    private List<String> waitsFor() {
        List<String> reasons = new ArrayList<>();
        if (row.status().isFinal()) {
            return List.of("nothing: it has ended");
        }
        saga.state()
                .reviews()
                .forEach((operation, review) -> reasons.add(
                        "a person's decision about " + operation + ": " + review.reason() + ", " + review.detail()));
        if (row.owner() != null && !isHeld.test(row.id())) {
            reasons.add("the lease of " + row.owner() + ", which ends in "
                    + until(Objects.requireNonNullElse(row.wakeAt(), now))
                    + ": if that node is dead, advance the clock by as much");
        } else if (row.owner() != null) {
            inFlight(reasons);
        } else if (row.wakeAt() != null && row.wakeAt().isAfter(now)) {
            reasons.add("its time, in " + until(row.wakeAt()) + ": advance the clock by as much");
        } else if (row.wakeAt() != null) {
            reasons.add("a node that runs " + row.key().definition() + " version " + row.definitionVersion());
        }
        return reasons;
    }

    private void inFlight(List<String> reasons) {
        for (SagaEvent event : saga.events()) {
            if (event instanceof SagaEvent.AttemptStarted started
                    && saga.state().statusOf(started.operation()) == OperationStatus.IN_FLIGHT
                    && saga.state().operation(started.operation()).attempts().started() == started.attempt()) {
                reasons.add("the answer to attempt " + started.attempt() + " of " + started.operation() + ", for "
                        + until(started.deadline()) + " more");
            }
        }
        if (reasons.isEmpty()) {
            reasons.add("its owner " + row.owner() + ", which asks or waits for its turn at a downstream");
        }
    }

    private Duration until(Instant time) {
        return Duration.between(now, time).truncatedTo(ChronoUnit.MILLIS);
    }
}
