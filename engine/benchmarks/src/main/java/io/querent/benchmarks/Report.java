package io.querent.benchmarks;

import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.load.LoadResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Prints what was measured: ratios first. */
final class Report {
    private static final List<Figure> COMPARED = List.of(
            Figure.SAGAS_PER_SECOND,
            Figure.CPU,
            Figure.JVM_CPU,
            Figure.SERVER_CPU,
            Figure.ALLOCATED_BYTES,
            Figure.COMMITS,
            Figure.ROUND_TRIPS,
            Figure.WAL_BYTES,
            Figure.HEAP_BYTES,
            Figure.INDEX_BYTES);

    private static final List<Figure> TIME = List.of(
            Figure.SAGAS_PER_SECOND,
            Figure.DURABLE_STEPS_PER_SECOND,
            Figure.P50_MILLIS,
            Figure.P99_MILLIS,
            Figure.CPU,
            Figure.JVM_CPU,
            Figure.SERVER_CPU,
            Figure.ALLOCATED_BYTES,
            Figure.THREADS);

    private static final List<Figure> STORAGE = List.of(
            Figure.APPENDS,
            Figure.APPENDS_PER_COMMIT,
            Figure.COMMITS,
            Figure.ROUND_TRIPS,
            Figure.ROUND_TRIPS_PER_COMMIT,
            Figure.WAL_BYTES,
            Figure.WAL_FULL_PAGE_BYTES,
            Figure.HEAP_BYTES,
            Figure.INDEX_BYTES);

    private final PrintWriter out;

    Report(PrintWriter out) {
        this.out = out;
    }

    void surroundings(Surroundings surroundings) {
        line("machine   %s", surroundings.machine());
        line("java      %s", surroundings.java());
        line("postgres  %s", surroundings.server());
        line("with      %s", surroundings.versions());
    }

    /** One line as soon as a measurement is made. */
    void progress(Measurement made) {
        line(
                "round %d  %-12s %5d in flight  %,9.0f sagas/s  p50 %8.2f ms  p99 %8.2f ms",
                made.round(), made.contender(), made.inFlight(), made.perSecond(), made.p50Millis(), made.p99Millis());
    }

    void trial(Trial trial) {
        Measurements measured = trial.measured();
        ratiosByLoad(measured, "querent", "floor");
        ratiosAtBest(measured, "querent");
        line("");
        line("Medians over all rounds. CPU: seconds for 1,000 sagas, JVM with load generator + server.");
        table(absolute(measured, TIME, false));
        line("");
        line("For each saga, or for each commit that carried appends. pages: whole pages in the WAL.");
        table(absolute(measured, STORAGE, true));
        line("");
        line("At a steady rate, 70 %% of the best. Latency counts from when a saga should have started.");
        table(steady(trial.steady()));
    }

    void verdicts(String title, List<Verdict> verdicts) {
        line("");
        line(title);
        Table table = new Table(1).row(List.of("", "found", "to reach", "then", ""));
        for (Verdict each : verdicts) {
            table.row(List.of(each.name(), each.foundText(), each.reachText(), each.nextText(), each.word()));
        }
        table(table);
    }

    void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }

    private void ratiosByLoad(Measurements measured, String of, String to) {
        List<Case> cases = measured.casesOf(of);
        measured.best(to).filter(base -> !cases.isEmpty()).ifPresent(base -> {
            line("");
            line(
                    "%s ÷ %s at its best, %d in flight, of figures of the same round: median (lowest–highest)",
                    of, to, base.inFlight());
            Table table = new Table(1).row(cells("in flight", cases.stream().map(each -> text(each.inFlight()))));
            for (Figure figure : COMPARED) {
                table.row(cells(
                        figure.heading(),
                        cases.stream()
                                .map(each -> measured.ratio(each, base, figure).toString())));
            }
            for (Figure figure : List.of(Figure.P50_MILLIS, Figure.P99_MILLIS)) {
                table.row(cells(
                        figure.heading() + ", same load",
                        cases.stream()
                                .map(each -> measured.ratio(each, new Case(to, each.inFlight()), figure)
                                        .toString())));
            }
            table(table);
        });
    }

    private void ratiosAtBest(Measurements measured, String of) {
        List<Case> bases = measured.cases().stream()
                .map(Case::contender)
                .filter(each -> !each.equals(of) && !each.equals("floor"))
                .distinct()
                .flatMap(each -> measured.best(each).stream())
                .toList();
        measured.best(of).filter(best -> !bases.isEmpty()).ifPresent(best -> {
            line("");
            line("%s at its best, %d in flight, ÷ others at theirs", of, best.inFlight());
            Table table =
                    new Table(1).row(cells("", bases.stream().map(each -> each.contender() + ", " + each.inFlight())));
            for (Figure figure : COMPARED) {
                table.row(cells(
                        figure.heading(),
                        bases.stream()
                                .map(each -> measured.ratio(best, each, figure).toString())));
            }
            table(table);
        });
    }

    private static Table absolute(Measurements measured, List<Figure> figures, boolean withStatements) {
        List<String> head = new ArrayList<>(List.of("contender", "in flight"));
        figures.forEach(each -> head.add(each.heading()));
        if (withStatements) {
            head.add(Figure.STATEMENTS_HEADING);
        }
        Table table = new Table(1).row(head);
        for (Case each : measured.cases()) {
            List<String> row = new ArrayList<>(List.of(each.contender(), text(each.inFlight())));
            figures.forEach(figure -> row.add(figure.text(measured.median(each, figure))));
            if (withStatements) {
                row.add(Figure.text(measured.statements(each), 2));
            }
            table.row(row);
        }
        return table;
    }

    private static Table steady(Map<String, LoadResult> loads) {
        Table table = new Table(1).row(List.of("contender", "sagas/s", "p50 ms", "p99 ms", "p99 ÷ p50"));
        loads.forEach((contender, load) -> {
            double p50 = load.latencies().millis(0.5);
            double p99 = load.latencies().millis(0.99);
            table.row(List.of(
                    contender,
                    Figure.text(load.perSecond(), 0),
                    Figure.text(p50, 2),
                    Figure.text(p99, 2),
                    Figure.text(p99 / p50, 1)));
        });
        return table;
    }

    private void table(Table table) {
        table.lines().forEach(each -> line("  %s", each));
    }

    private static List<String> cells(String first, Stream<String> others) {
        return Stream.concat(Stream.of(first), others).toList();
    }

    private static String text(int number) {
        return Figure.text(number, 0);
    }
}
