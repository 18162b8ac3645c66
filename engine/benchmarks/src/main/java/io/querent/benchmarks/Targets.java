package io.querent.benchmarks;

import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the engine is to reach, and then to reach, judged by as much of it as was run. */
final class Targets {
    private static final String QUERENT = "querent";
    private static final String FLOOR = "floor";

    private final List<Verdict> verdicts = new ArrayList<>();

    private Targets() {}

    static List<Verdict> of(List<Trial> trials) {
        Targets targets = new Targets();
        targets.at(trials, Variant.STANDARD).ifPresent(trial -> {
            Measurements measured = trial.measured();
            targets.throughput("three steps: sagas/s", measured, FLOOR, 1.0, 2.0);
            targets.throughput("three steps: sagas/s", measured, "dbos", 4.0, 8.0);
            targets.throughput("three steps: sagas/s", measured, "db-scheduler", 2.3, 4.5);
            targets.oneAtATime(measured);
            targets.cost(measured);
            targets.shared(measured);
            targets.steady(trial);
        });
        targets.at(trials, Variant.F)
                .ifPresent(trial -> targets.throughput(
                        "third step refused, two compensations: sagas/s", trial.measured(), FLOOR, 1.0, 2.0));
        targets.at(trials, Variant.L)
                .ifPresent(trial ->
                        targets.throughput("calls of 20 ms: sagas/s", trial.measured(), FLOOR, 1.0, Double.NaN));
        return targets.verdicts;
    }

    private Optional<Trial> at(List<Trial> trials, Variant variant) {
        return trials.stream().filter(each -> each.variant() == variant).findFirst();
    }

    private void throughput(String what, Measurements measured, String base, double reach, double next) {
        bothAtBest(measured, base)
                .ifPresent(pair -> atLeast(
                        what + " ÷ " + base + ", each at its best",
                        measured.ratio(pair.ours(), pair.theirs(), Figure.SAGAS_PER_SECOND)
                                .median(),
                        reach,
                        next));
    }

    private void oneAtATime(Measurements measured) {
        Case ours = new Case(QUERENT, 1);
        Case theirs = new Case(FLOOR, 1);
        if (measured.cases().containsAll(List.of(ours, theirs))) {
            double ratio = measured.ratio(ours, theirs, Figure.P50_MILLIS).median();
            atMost("p50 of one saga at a time ÷ floor's", ratio, 2.0, 1.3);
        }
    }

    private void cost(Measurements measured) {
        bothAtBest(measured, FLOOR)
                .ifPresent(pair -> atMost(
                        "CPU of JVM and server a saga ÷ floor's, each at its best",
                        measured.ratio(pair.ours(), pair.theirs(), Figure.CPU).median(),
                        1.5,
                        1.0));
        measured.best(QUERENT)
                .ifPresent(best ->
                        atMost("WAL bytes a saga, at its best", measured.median(best, Figure.WAL_BYTES), 4_500, 3_000));
    }

    private void shared(Measurements measured) {
        Case ours = new Case(QUERENT, Gate.SHARING_LOAD);
        if (measured.cases().contains(ours)) {
            String at = ", " + Gate.SHARING_LOAD + " in flight";
            atMost("commits a saga" + at, measured.median(ours, Figure.COMMITS), 1.0, 0.2);
            atMost(
                    "round trips for each commit of appends" + at,
                    measured.median(ours, Figure.ROUND_TRIPS_PER_COMMIT),
                    4,
                    Double.NaN);
        }
    }

    private void steady(Trial trial) {
        LoadResult load = trial.steady().get(QUERENT);
        if (load != null) {
            double ratio = load.latencies().millis(0.99) / load.latencies().millis(0.5);
            atMost("p99 ÷ p50 at 70 % of the best throughput", ratio, 5, 3);
        }
    }

    private record Pair(Case ours, Case theirs) {}

    private static Optional<Pair> bothAtBest(Measurements measured, String base) {
        return measured.best(QUERENT).flatMap(ours -> measured.best(base).map(theirs -> new Pair(ours, theirs)));
    }

    private void atLeast(String name, double found, double reach, double next) {
        verdicts.add(new Verdict(name, found, true, reach, known(next)));
    }

    private void atMost(String name, double found, double reach, double next) {
        verdicts.add(new Verdict(name, found, false, reach, known(next)));
    }

    private static OptionalDouble known(double bound) {
        return Double.isNaN(bound) ? OptionalDouble.empty() : OptionalDouble.of(bound);
    }
}
