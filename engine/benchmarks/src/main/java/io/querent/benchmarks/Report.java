package io.querent.benchmarks;

import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.Measurements.Ratio;
import io.querent.benchmarks.load.LoadResult;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;

/** Prints what was measured. */
final class Report {
    private final PrintWriter out;

    Report(PrintWriter out) {
        this.out = out;
    }

    void machine(Map<String, String> serverSettings) {
        line(
                "machine   %d cores, %s %s, %s",
                cores(), property("os.name"), property("os.arch"), property("os.version"));
        line("java      %s %s", property("java.vm.name"), property("java.runtime.version"));
        line("postgres  %s", serverSettings);
    }

    /** One line as soon as a measurement is made. */
    void progress(Measurement made) {
        line(
                "round %d  %-12s %5d in flight  %,9.0f sagas/s  p50 %8.2f ms  p99 %8.2f ms",
                made.round(), made.contender(), made.inFlight(), made.perSecond(), made.p50Millis(), made.p99Millis());
    }

    void medians(Measurements measured) {
        line("");
        line("Medians over all rounds. CPU is seconds for 1,000 sagas, JVM (load generator included) + server.");
        line("%-12s %9s %9s %9s %9s %9s %9s %9s %9s", "", "", "", "", "", "appends", "appends", "commits", "WAL bytes");
        line(
                "%-12s %9s %9s %9s %9s %9s %9s %9s %9s %15s %8s",
                "contender",
                "in flight",
                "sagas/s",
                "p50 ms",
                "p99 ms",
                "/saga",
                "/commit",
                "/saga",
                "/saga",
                "CPU s",
                "threads");
        for (Case each : measured.cases()) {
            line(
                    "%-12s %,9d %,9.0f %9.2f %9.2f %9.2f %9.1f %9.2f %,9.0f %7.3f + %5.3f %,8.0f",
                    each.contender(),
                    each.inFlight(),
                    measured.median(each, Measurement::perSecond),
                    measured.median(each, Measurement::p50Millis),
                    measured.median(each, Measurement::p99Millis),
                    measured.median(each, Measurement::appendsPerSaga),
                    measured.median(each, Measurement::appendsPerCommit),
                    measured.median(each, Measurement::transactionsPerSaga),
                    measured.median(each, Measurement::walBytesPerSaga),
                    measured.median(each, Measurement::jvmCpuSecondsPerThousand),
                    measured.median(each, Measurement::serverCpuSecondsPerThousand),
                    measured.median(each, Measurement::threads));
        }
    }

    void ratios(Measurements measured, String of, String to) {
        line("");
        line("%s ÷ %s, of figures of the same round: median (lowest to highest)", of, to);
        measured.best(to)
                .ifPresent(base -> measured.cases().stream()
                        .filter(each -> each.contender().equals(of))
                        .forEach(each -> ratio(measured, each, base)));
        for (Case each : measured.cases()) {
            Case same = new Case(to, each.inFlight());
            if (each.contender().equals(of)
                    && each.inFlight() == 1
                    && measured.cases().contains(same)) {
                line("  p50 at 1 in flight           %s", text(measured.ratio(each, same, Measurement::p50Millis)));
            }
        }
    }

    void statements(String contender, int inFlight, double perSaga) {
        line("statements a saga: %-12s %5d in flight  %6.2f", contender, inFlight, perSaga);
    }

    void steady(String contender, LoadResult load) {
        double p50 = load.latencies().millis(0.5);
        double p99 = load.latencies().millis(0.99);
        line(
                "steadily at 70 %% of its best: %-12s %,9.0f sagas/s  p50 %8.2f ms  p99 %8.2f ms  p99 ÷ p50 %5.1f",
                contender, load.perSecond(), p50, p99, p99 / p50);
    }

    void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }

    private void ratio(Measurements measured, Case each, Case base) {
        line(
                "  %5d in flight, base at %3d   sagas/s %s   CPU %s   WAL %s",
                each.inFlight(),
                base.inFlight(),
                text(measured.ratio(each, base, Measurement::perSecond)),
                text(measured.ratio(each, base, Measurement::cpuSecondsPerThousand)),
                text(measured.ratio(each, base, Measurement::walBytesPerSaga)));
    }

    private static String text(Ratio ratio) {
        return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", ratio.median(), ratio.lowest(), ratio.highest());
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }
}
