package io.querent.examples.payment.faultrun.failover;

import io.querent.command.text.TextTable;
import io.querent.decision.SagaStatus;
import io.querent.examples.payment.faultrun.cluster.PatroniCluster;
import io.querent.examples.payment.faultrun.verdict.Verdict;
import io.querent.examples.payment.report.Figure;
import io.querent.examples.payment.report.Totals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a failover run came to, for people and for programs.
 *
 * @param settings versions and settings, by name
 * @param failovers each kill and what followed
 * @param figures everything that was counted, by name, in the order of the report
 * @param problems all that is wrong, with keys
 */
record FailoverReport(
        Map<String, Object> settings, List<Failover> failovers, Map<String, Object> figures, List<String> problems) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int MOST_PRINTED = 50;
    /** What the ledger, the bank or compliance refuse for reasons of business. A lost server must not become a reason beside these. */
    private static final Set<String> REASONS_OF_BUSINESS = Set.of("insufficient-funds", "account-closed", "order-held");

    FailoverReport {
        settings = new LinkedHashMap<>(settings);
        failovers = List.copyOf(failovers);
        figures = new LinkedHashMap<>(figures);
        problems = List.copyOf(problems);
    }

    /**
     * What the run itself saw.
     *
     * @param versions of the cluster's programs, by name
     * @param acknowledgements starts that a node said were stored, repeats included
     * @param repeatedStarts orders given again because no answer came
     */
    record Course(
            FailoverRun run,
            Map<String, String> versions,
            List<Failover> failovers,
            int acknowledgements,
            long repeatedStarts) {}

    /** Puts everything together. */
    static FailoverReport of(Course course, Verdict verdict, List<String> moreProblems) {
        List<String> problems = new ArrayList<>(verdict.problems());
        problems.addAll(moreProblems);
        refusals(verdict.totals()).forEach((code, count) -> {
            if (!REASONS_OF_BUSINESS.contains(code)) {
                problems.add(
                        "REFUSED payments; found=" + code + ", times=" + count + ", expected=" + REASONS_OF_BUSINESS);
            }
        });
        return new FailoverReport(settings(course), course.failovers(), figures(course, verdict), problems);
    }

    private static Map<String, Object> settings(Course course) {
        FailoverRun run = course.run();
        Map<String, Object> settings = new LinkedHashMap<>(course.versions());
        settings.put("Java", Runtime.version().toString());
        settings.put(
                "ttl, loop_wait, retry_timeout, s",
                run.timing().ttlSeconds() + ", " + run.timing().loopWaitSeconds() + ", "
                        + run.timing().retryTimeoutSeconds());
        settings.put("synchronous_mode, synchronous_mode_strict", "on, on");
        for (String setting : PatroniCluster.connectionSettings().split("&")) {
            String[] parts = setting.split("=", 2);
            settings.put(parts[0], parts[1]);
        }
        settings.put("seed", run.seed());
        settings.put("nodes", FailoverRun.NODES);
        settings.put("lease, s", FailoverRun.LEASE.toSeconds());
        settings.put("new payments a second", run.ratePerSecond());
        settings.put("faults of the bank", run.bankFaults());
        return settings;
    }

    private static Map<String, Object> figures(Course course, Verdict verdict) {
        Totals totals = verdict.totals();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("kills", course.failovers().size());
        figures.put(
                "resumed after, median ms",
                ResumeTimes.median(course.failovers()).toMillis());
        figures.put(
                "resumed after, longest ms",
                ResumeTimes.longest(course.failovers()).toMillis());
        figures.put("acknowledgements of starts", course.acknowledgements());
        figures.put("repeated starts", course.repeatedStarts());
        figures.put("sagas", totals.payments());
        figures.put("completed", totals.of(SagaStatus.COMPLETED));
        figures.put("compensated", totals.of(SagaStatus.COMPENSATED));
        figures.put("failed, nothing done", totals.of(SagaStatus.FAILED));
        figures.put("in review", totals.of(SagaStatus.IN_REVIEW));
        refusals(totals).forEach((code, count) -> figures.put("refused, " + code, count));
        figures.put("operations", verdict.operations());
        figures.put("attempts", totals.of(Figure.ATTEMPTS));
        figures.put("not executed", totals.of(Figure.NOT_EXECUTED));
        figures.put("unknowns", totals.of(Figure.UNKNOWN));
        figures.put("queries", totals.of(Figure.QUESTIONS));
        figures.put("resends", totals.of(Figure.RESENDS));
        figures.put("late answers", totals.of(Figure.LATE_ANSWERS));
        figures.put("operations at the bank", verdict.bank().operations());
        figures.put("sends at the bank", verdict.bank().sends());
        figures.put("double effects", verdict.doubleEffects());
        figures.put("lost", verdict.lost());
        figures.put("stuck", verdict.stuck());
        figures.put("without wake-up", verdict.withoutWakeUp());
        return figures;
    }

    private static Map<String, Integer> refusals(Totals totals) {
        Map<String, Integer> all = new LinkedHashMap<>();
        for (SagaStatus status : SagaStatus.values()) {
            totals.refusals(status).forEach((code, count) -> all.merge(code, count, Integer::sum));
        }
        return all;
    }

    boolean isClean() {
        return problems.isEmpty();
    }

    /** As tables, with what is wrong below them. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(table(settings));
        lines.add("");
        lines.addAll(failoverLines());
        lines.add("");
        lines.addAll(table(figures));
        lines.add("");
        lines.add(isClean() ? "Clean." : problems.size() + " problems");
        problems.stream().limit(MOST_PRINTED).forEach(problem -> lines.add("ERROR " + problem));
        return lines;
    }

    private static List<String> table(Map<String, Object> values) {
        TextTable table = new TextTable();
        values.forEach((name, value) -> table.row(name, value.toString()));
        return table.lines();
    }

    private List<String> failoverLines() {
        TextTable table = new TextTable();
        table.row("killed", "successor", "timeline", "elected after", "resumed after", "silences", "whole after");
        failovers.forEach(each -> table.row(
                each.killed(),
                each.successor(),
                Integer.toString(each.timeline()),
                seconds(each.electedAfter()),
                seconds(each.resumedAfter()),
                String.join(
                        " + ",
                        each.silences().stream().map(FailoverReport::seconds).toList()),
                seconds(each.wholeAfter())));
        return table.lines();
    }

    /** As one JSON object. */
    String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        settings.forEach((name, value) -> all.put(camelCase(name), value));
        all.put("failovers", failovers.stream().map(FailoverReport::asObject).toList());
        figures.forEach((name, value) -> all.put(camelCase(name), value));
        all.put("clean", isClean());
        all.put("problems", problems);
        return MAPPER.writeValueAsString(all);
    }

    private static Map<String, Object> asObject(Failover failover) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("killed", failover.killed());
        object.put("successor", failover.successor());
        object.put("timeline", failover.timeline());
        object.put("electedAfterMs", failover.electedAfter().toMillis());
        object.put("resumedAfterMs", failover.resumedAfter().toMillis());
        object.put(
                "silencesMs",
                failover.silences().stream().map(Duration::toMillis).toList());
        object.put("wholeAfterMs", failover.wholeAfter().toMillis());
        return object;
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }

    private static String camelCase(String name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.replace(",", "").split("[ _-]")) {
            camel.append(
                    camel.isEmpty()
                            ? word.substring(0, 1).toLowerCase(Locale.ROOT) + word.substring(1)
                            : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return camel.toString();
    }
}
