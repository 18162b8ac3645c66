package io.querent.examples.payment.report;

import io.querent.command.text.TextTable;
import io.querent.decision.SagaStatus;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The table at the end of a run. */
public final class RunReport {
    private final Intake intake;
    private final Totals totals;

    public RunReport(Intake intake, Totals totals) {
        this.intake = intake;
        this.totals = totals;
    }

    /**
     * The table's lines.
     *
     * @param took how long the run took so far
     */
    public List<String> lines(Duration took) {
        TextTable table = new TextTable();
        table.row("This run", seconds(took));
        table.row("  orders read", number(intake.read()));
        table.row("  refused as bad input", number(intake.refused()));
        table.row("  in conflict", number(intake.conflicting()), "same id, other order");
        table.row("  new", number(intake.started()));
        table.row("  replayed", number(intake.replayed()), "paid or under way before");
        table.row("");
        payments(table);
        table.row("");
        attempts(table);
        return table.lines();
    }

    private void payments(TextTable table) {
        table.row("All payments here", number(totals.payments()));
        table.row("  completed", number(totals.of(SagaStatus.COMPLETED)));
        table.row("  compensated", number(totals.of(SagaStatus.COMPENSATED)), refusals(SagaStatus.COMPENSATED));
        table.row("  failed", number(totals.of(SagaStatus.FAILED)), refusals(SagaStatus.FAILED));
        if (totals.of(SagaStatus.ABANDONED) > 0) {
            table.row("  abandoned", number(totals.of(SagaStatus.ABANDONED)), "ended by a person as they stood");
        }
        table.row("  in review", number(totals.of(SagaStatus.IN_REVIEW)));
        table.row("  unfinished", number(totals.unfinished()));
        table.row("  met trouble", number(totals.troubled()), "something was unknown, pending or tried again");
        table.row("  took longest", seconds(totals.longestRun()));
    }

    private void attempts(TextTable table) {
        table.row("Attempts", number(Figure.ATTEMPTS), "sends and local transactions");
        table.row("  not executed", number(Figure.NOT_EXECUTED), "certain that nothing happened, tried again");
        table.row("  pending", number(Figure.PENDING), "accepted, final later");
        table.row("  unknown", number(Figure.UNKNOWN), "nobody could say, so the downstream was asked");
        table.row("    found", number(Figure.FOUND));
        table.row("    found late", number(Figure.FOUND_LATE), "after \"not found\"");
        table.row("    found rejected", number(Figure.FOUND_REJECTED));
        table.row("    absent, sent again", number(Figure.SENT_AGAIN), "same bytes, same key");
        table.row("    in review", number(Figure.REVIEWED));
        table.row("    open", number(Figure.OPEN));
        table.row("  resends", number(Figure.RESENDS));
        table.row("Questions", number(Figure.QUESTIONS));
        table.row("Late answers", number(Figure.LATE_ANSWERS), "kept as evidence");
        table.row(
                "Compensations",
                number(totals.of(Figure.REVERSALS) + totals.of(Figure.RELEASES)),
                number(totals.of(Figure.REVERSALS)) + " reversed, " + number(totals.of(Figure.RELEASES)) + " released");
        table.row("Longest unknown", seconds(totals.longestDoubt()), "order " + totals.inDoubtLongest());
    }

    private String number(Figure figure) {
        return number(totals.of(figure));
    }

    private String refusals(SagaStatus status) {
        List<String> parts = totals.refusals(status).entrySet().stream()
                .map(refusal -> refusal.getKey() + " " + number(refusal.getValue()))
                .toList();
        return String.join(", ", parts);
    }

    private static String number(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
