package io.querent.benchmarks;

import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.load.LoadResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A run as JSON. Its shape stays the same from run to run; what is not known is null. */
final class JsonReport {
    private static final int FORMAT = 1;

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonReport() {}

    /** @param options the command's own, as they were in force */
    static void write(
            Path file, Instant at, Surroundings surroundings, Map<String, Object> options, List<Trial> trials) {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("format", FORMAT);
        run.put("at", at.toString());
        run.put("machine", surroundings.machine());
        run.put("java", surroundings.java());
        run.put("server", surroundings.server());
        run.put("versions", surroundings.versions());
        run.put("options", options);
        run.put("variants", trials.stream().map(JsonReport::variant).toList());
        run.put("targets", Targets.of(trials).stream().map(JsonReport::target).toList());
        run.put(
                "gate",
                trials.stream()
                        .flatMap(each -> new Gate(each).checks().stream())
                        .map(JsonReport::check)
                        .toList());
        MAPPER.writeValue(file, run);
    }

    private static Map<String, Object> variant(Trial trial) {
        Measurements measured = trial.measured();
        Map<String, Object> variant = new LinkedHashMap<>();
        variant.put("variant", trial.variant().name());
        variant.put("description", trial.variant().description());
        variant.put(
                "cases",
                measured.cases().stream().map(each -> caseOf(measured, each)).toList());
        variant.put("ratios", ratios(measured));
        variant.put(
                "steady",
                trial.steady().entrySet().stream()
                        .map(each -> steady(each.getKey(), each.getValue()))
                        .toList());
        return variant;
    }

    private static Map<String, Object> caseOf(Measurements measured, Case one) {
        Map<String, Object> medians = new LinkedHashMap<>();
        for (Figure figure : Figure.values()) {
            medians.put(figure.key(), known(measured.median(one, figure)));
        }
        medians.put(Figure.STATEMENTS_KEY, known(measured.statements(one)));
        Map<String, Object> written = named(one);
        written.put("medians", medians);
        written.put("rounds", measured.of(one).stream().map(JsonReport::round).toList());
        return written;
    }

    private static Map<String, Object> round(Measurement measurement) {
        Map<String, Object> round = new LinkedHashMap<>();
        round.put("round", measurement.round());
        round.put("sagas", measurement.sagas());
        round.put("seconds", measurement.load().seconds());
        for (Figure figure : Figure.values()) {
            round.put(figure.key(), known(figure.of(measurement)));
        }
        return round;
    }

    /** Each case to every other contender's best, and to every other contender under the same load. */
    private static List<Map<String, Object>> ratios(Measurements measured) {
        List<Map<String, Object>> ratios = new ArrayList<>();
        for (Case one : measured.cases()) {
            for (Case to : measured.cases()) {
                boolean isBest =
                        measured.best(to.contender()).filter(to::equals).isPresent();
                if (!one.contender().equals(to.contender()) && (isBest || one.inFlight() == to.inFlight())) {
                    ratios.add(ratio(measured, one, to));
                }
            }
        }
        return ratios;
    }

    private static Map<String, Object> ratio(Measurements measured, Case one, Case to) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (Figure figure : Figure.values()) {
            Ratio ratio = measured.ratio(one, to, figure);
            if (!Double.isNaN(ratio.median())) {
                figures.put(figure.key(), ratio);
            }
        }
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("of", named(one));
        written.put("to", named(to));
        written.put("figures", figures);
        return written;
    }

    private static Map<String, Object> steady(String contender, LoadResult load) {
        Map<String, Object> steady = new LinkedHashMap<>();
        steady.put("contender", contender);
        steady.put("sagasPerSecond", known(load.perSecond()));
        steady.put("p50Millis", known(load.latencies().millis(0.5)));
        steady.put("p99Millis", known(load.latencies().millis(0.99)));
        return steady;
    }

    private static Map<String, Object> target(Verdict verdict) {
        Map<String, Object> target = new LinkedHashMap<>();
        target.put("name", verdict.name());
        target.put("found", known(verdict.found()));
        target.put("isLeast", verdict.isLeast());
        target.put("toReach", verdict.reach());
        target.put("next", verdict.next().isPresent() ? verdict.next().getAsDouble() : null);
        target.put("isReached", verdict.isReached());
        target.put("isNextReached", verdict.isNextReached());
        return target;
    }

    private static Map<String, Object> check(Gate.Check check) {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("variant", check.variant().name());
        written.put("condition", check.condition());
        written.put("found", known(check.found()));
        written.put("holds", check.holds());
        return written;
    }

    private static Map<String, Object> named(Case one) {
        Map<String, Object> named = new LinkedHashMap<>();
        named.put("contender", one.contender());
        named.put("inFlight", one.inFlight());
        return named;
    }

    private static @Nullable Double known(double amount) {
        return Double.isFinite(amount) ? amount : null;
    }
}
