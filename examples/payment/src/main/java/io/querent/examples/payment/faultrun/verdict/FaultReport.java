package io.querent.examples.payment.faultrun.verdict;

import io.querent.command.text.TextTable;
import io.querent.decision.SagaStatus;
import io.querent.examples.payment.report.Figure;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a run came to, for people and for programs.
 *
 * @param seconds how long it stormed
 * @param injections how often what was done, by kind
 * @param figures everything that was counted, by name, in the order of the report
 * @param problems all that is wrong, with keys
 */
public record FaultReport(
        long seed, long seconds, Map<String, Integer> injections, Map<String, Object> figures, List<String> problems) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int MOST_PRINTED = 50;

    public FaultReport {
        injections = new LinkedHashMap<>(injections);
        figures = new LinkedHashMap<>(figures);
        problems = List.copyOf(problems);
    }

    /**
     * What the run itself counted.
     *
     * @param injections how often what was done, by kind
     * @param kills processes ended by SIGKILL
     * @param repeatedStarts orders given again because no answer came
     * @param cuts connections that were really cut, by where
     */
    public record Course(
            long seed,
            Duration storm,
            Map<String, Integer> injections,
            int kills,
            long repeatedStarts,
            Map<String, Integer> cuts,
            boolean wallClocksMoved) {}

    /** Puts everything together. */
    public static FaultReport of(Course course, Verdict verdict, Takeovers takeovers, List<String> moreProblems) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("kills", course.kills());
        figures.putAll(course.cuts());
        figures.put("wall clocks moved", course.wallClocksMoved());
        figures.put("repeated starts", course.repeatedStarts());
        figures.put("sagas", verdict.totals().payments());
        figures.put("completed", verdict.totals().of(SagaStatus.COMPLETED));
        figures.put("compensated", verdict.totals().of(SagaStatus.COMPENSATED));
        figures.put("failed, nothing done", verdict.totals().of(SagaStatus.FAILED));
        figures.put("in review", verdict.totals().of(SagaStatus.IN_REVIEW));
        figures.put("operations", verdict.operations());
        figures.put("attempts", verdict.totals().of(Figure.ATTEMPTS));
        figures.put("not executed", verdict.totals().of(Figure.NOT_EXECUTED));
        figures.put("unknowns", verdict.totals().of(Figure.UNKNOWN));
        figures.put("resends", verdict.totals().of(Figure.RESENDS));
        figures.put("queries", verdict.totals().of(Figure.QUESTIONS));
        figures.put("reviews", verdict.totals().of(Figure.REVIEWED));
        figures.put("late answers", verdict.totals().of(Figure.LATE_ANSWERS));
        figures.put("operations at the bank", verdict.bank().operations());
        figures.put("sends at the bank", verdict.bank().sends());
        figures.put(
                "amplification",
                BigDecimal.valueOf(verdict.bank().amplification()).setScale(3, RoundingMode.HALF_UP));
        figures.put("node deaths", takeovers.deaths());
        figures.put("sagas whose owner died", takeovers.orphans());
        figures.put(
                "longest takeover ms",
                takeovers.longest().map(Duration::toMillis).orElse(0L));
        figures.put("deaths not measured", takeovers.unmeasured());
        figures.put("double effects", verdict.doubleEffects());
        figures.put("lost", verdict.lost());
        figures.put("stuck", verdict.stuck());
        figures.put("without wake-up", verdict.withoutWakeUp());
        List<String> problems = new ArrayList<>(verdict.problems());
        problems.addAll(moreProblems);
        return new FaultReport(course.seed(), course.storm().toSeconds(), course.injections(), figures, problems);
    }

    /** Whether nothing is wrong. */
    public boolean isClean() {
        return problems.isEmpty();
    }

    /** A figure that is a whole number. */
    public long figure(String name) {
        Object value = figures.get(name);
        if (value instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException("no such figure: " + name);
    }

    /** As a table, with what is wrong below it. */
    public List<String> lines() {
        TextTable table = new TextTable();
        table.row("seed", Long.toString(seed));
        table.row("storm, seconds", Long.toString(seconds));
        injections.forEach((kind, count) -> table.row("  " + kind, count.toString()));
        figures.forEach((name, value) -> table.row(name, words(value)));
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        lines.add(isClean() ? "Clean." : problems.size() + " problems");
        problems.stream().limit(MOST_PRINTED).forEach(problem -> lines.add("ERROR " + problem));
        return lines;
    }

    /** As one JSON object. */
    public String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("seed", seed);
        all.put("seconds", seconds);
        all.put("injections", injections);
        figures.forEach((name, value) -> all.put(camelCase(name), value));
        all.put("clean", isClean());
        all.put("problems", problems);
        return MAPPER.writeValueAsString(all);
    }

    private static String words(Object value) {
        return value instanceof Boolean yes ? (yes ? "yes" : "no") : value.toString();
    }

    private static String camelCase(String name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.replace(",", "").split("[ -]")) {
            camel.append(camel.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return camel.toString();
    }
}
