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

/** A history as a table: one row a step, then everything that happened, in the order of time; with dates where it took days. */
public final class HistoryText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd").withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

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
        lines.addAll(steps(history.operations()).lines());
        lines.add("");
        lines.addAll(
                events(history, history.operations(), history.notes(), mask).lines());
        return lines;
    }

    /** The same of one operation alone. */
    public static List<String> lines(SagaHistory history, OperationHistory operation, TextMask mask) {
        List<String> lines = new ArrayList<>();
        lines.add("%s  %s  of %s, which is %s at revision %d"
                .formatted(operation.key(), operation.status(), history.key(), history.status(), history.revision()));
        operation.compensates().ifPresent(original -> lines.add("It makes good for " + original));
        lines.add("");
        lines.addAll(steps(List.of(operation)).lines());
        lines.add("");
        lines.addAll(events(history, List.of(operation), List.of(), mask).lines());
        return lines;
    }

    private static TextTable steps(List<OperationHistory> operations) {
        TextTable table = new TextTable().row("STEP", "STATUS", "ATTEMPTS", "KEY", "REQUEST");
        for (OperationHistory operation : operations) {
            table.row(
                    operation.name(),
                    operation.status().name(),
                    String.valueOf(operation.attempts().size()),
                    operation.key().value(),
                    Objects.requireNonNullElse(operation.requestHash(), ""));
        }
        return table;
    }

    private static TextTable events(
            SagaHistory history, List<OperationHistory> operations, List<Note> notes, TextMask mask) {
        List<Line> lines = new ArrayList<>();
        for (OperationHistory operation : operations) {
            operation.attempts().forEach(attempt -> lines.add(line(operation.name(), attempt)));
            operation.notes().forEach(note -> lines.add(line(operation.name(), note)));
        }
        // Last, and the sort is stable: what a step leads to at the same instant stands below it.
        notes.forEach(note -> lines.add(line("", note)));
        lines.sort(Comparator.comparing(Line::at));
        DateTimeFormatter time = isOneDay(history.startedAt(), lines) ? TIME : DAY_AND_TIME;
        TextTable table = new TextTable().row("TIME", "STEP", "WHAT", "OUTCOME", "NODE, TOKEN", "EVIDENCE");
        lines.forEach(line -> table.row(
                time.format(line.at()),
                line.step(),
                line.what(),
                line.outcome(),
                line.sender(),
                mask.mask(line.detail(), history.key())));
        return table;
    }

    /** The first line has the day on which it began: times alone are enough as long as it is that day. */
    private static boolean isOneDay(Instant start, List<Line> lines) {
        return lines.stream().allMatch(line -> DAY.format(line.at()).equals(DAY.format(start)));
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
