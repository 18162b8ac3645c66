package io.querent.command.history;

import io.querent.command.text.TextTable;
import io.querent.decision.history.AttemptHistory;
import io.querent.decision.history.Note;
import io.querent.decision.history.OperationHistory;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.masking.TextMask;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** A history as a table: one row a step, then everything that happened, in the order of time. */
public final class HistoryText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd").withZone(ZoneOffset.UTC);

    private HistoryText() {}

    private record Line(Instant at, String step, String what, String outcome, String sender, String detail) {}

    /** The table's lines; what people and providers said is masked. */
    public static List<String> lines(SagaHistory history, TextMask mask) {
        List<String> lines = new ArrayList<>();
        lines.add("%s  %s  revision %d, definition version %d, started %s (UTC)"
                .formatted(
                        history.key(),
                        history.status(),
                        history.revision(),
                        history.definitionVersion(),
                        DAY.format(history.startedAt())));
        lines.add("");
        lines.addAll(steps(history).lines());
        lines.add("");
        lines.addAll(events(history, mask).lines());
        return lines;
    }

    private static TextTable steps(SagaHistory history) {
        TextTable table = new TextTable().row("STEP", "STATUS", "ATTEMPTS", "KEY", "REQUEST");
        for (OperationHistory operation : history.operations()) {
            table.row(
                    operation.name(),
                    operation.status().name(),
                    String.valueOf(operation.attempts().size()),
                    operation.key().value(),
                    Objects.requireNonNullElse(operation.requestHash(), ""));
        }
        return table;
    }

    private static TextTable events(SagaHistory history, TextMask mask) {
        List<Line> lines = new ArrayList<>();
        for (OperationHistory operation : history.operations()) {
            operation.attempts().forEach(attempt -> lines.add(line(operation.name(), attempt)));
            operation.notes().forEach(note -> lines.add(line(operation.name(), note)));
        }
        // Last, and the sort is stable: what a step leads to at the same instant stands below it.
        history.notes().forEach(note -> lines.add(line("", note)));
        lines.sort(Comparator.comparing(Line::at));
        TextTable table = new TextTable().row("TIME", "STEP", "WHAT", "OUTCOME", "NODE, TOKEN", "EVIDENCE");
        lines.forEach(line -> table.row(
                TIME.format(line.at()),
                line.step(),
                line.what(),
                line.outcome(),
                line.sender(),
                mask.mask(line.detail(), history.key())));
        return table;
    }

    private static Line line(String step, Note note) {
        return new Line(note.at(), step, note.what(), "", "", note.detail());
    }

    private static Line line(String step, AttemptHistory attempt) {
        String outcome = attempt.outcome() == null ? "in flight" : attempt.outcome();
        String after = attempt.endedAt() == null
                ? ""
                : " after "
                        + Duration.between(attempt.startedAt(), attempt.endedAt())
                                .toMillis() + " ms";
        return new Line(
                attempt.startedAt(),
                step,
                "attempt " + attempt.number(),
                outcome + after,
                attempt.node() + ", " + attempt.token(),
                Objects.requireNonNullElse(attempt.evidence(), ""));
    }
}
