package io.querent.benchmarks.console;

import io.querent.benchmarks.console.ConsoleResults.Measured;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Tells results as a table of Markdown. Pure. */
final class ConsoleReport {
    private ConsoleReport() {}

    static String of(ConsoleResults results) {
        StringBuilder page = new StringBuilder();
        page.append(line(
                "%,d sagas, one of them with an operation of %,d attempts, %,d entries of the audit. Milliseconds are the server's,"
                        + " from its first filter until the answer is written.",
                results.sagas(), results.attempts(), results.auditEntries()));
        page.append(
                "\n| asked for | p50 ms | p95 ms | p99 ms | p95 at the client | bytes | in time |\n|---|---|---|---|---|---|---|\n");
        for (Measured route : results.routes()) {
            page.append(line(
                    "| %s | %,.1f | %,.1f | %,.1f | %,.1f | %,d | %s |",
                    route.name(),
                    route.p50(),
                    route.p95(),
                    route.p99(),
                    route.wallP95(),
                    route.bytes(),
                    route.isInTime() ? "yes" : "**no**"));
        }
        page.append('\n');
        verdicts(results).forEach(verdict -> page.append("- ").append(verdict).append('\n'));
        return page.toString();
    }

    /** What was to be reached, and whether it was. */
    static List<String> verdicts(ConsoleResults results) {
        List<Measured> weighed = results.routes().stream()
                .filter(route -> route.kind() != Route.Kind.API)
                .toList();
        int heaviest = weighed.stream().mapToInt(results::weight).max().orElse(0);
        double slowest =
                results.routes().stream().mapToDouble(Measured::p95).max().orElse(0);
        return List.of(
                text(
                        "At most %,.0f ms at p95: %s; slowest %,.1f ms%s",
                        ConsoleResults.MOST_MILLIS,
                        word(results.routes().stream().allMatch(Measured::isInTime)),
                        slowest,
                        others(results, route -> !route.isInTime())),
                text(
                        "A page of at most %,d bytes with all that it loads, as sent: %s; heaviest %,d, of which stylesheet, scripts and icon"
                                + " %,d%s",
                        ConsoleResults.MOST_BYTES,
                        word(weighed.stream().allMatch(results::isLight)),
                        heaviest,
                        results.sentAssetBytes(),
                        others(results, route -> !results.isLight(route))),
                text(
                        "Nothing but its own origin: %s%s",
                        word(results.foreign().isEmpty()),
                        results.foreign().isEmpty() ? "" : "; found " + results.foreign()));
    }

    private static String others(ConsoleResults results, Predicate<Measured> missed) {
        List<String> names =
                results.routes().stream().filter(missed).map(Measured::name).toList();
        return names.isEmpty() ? "" : "; missed by " + String.join(", ", names);
    }

    private static String word(boolean reached) {
        return reached ? "reached" : "NOT REACHED";
    }

    private static String line(String format, Object... parts) {
        return text(format, parts) + "\n";
    }

    private static String text(String format, Object... parts) {
        return String.format(Locale.ROOT, format, parts);
    }
}
