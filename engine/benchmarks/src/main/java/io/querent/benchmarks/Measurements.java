package io.querent.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** All that was measured, over all rounds. */
final class Measurements {
    private final List<Measurement> all = new ArrayList<>();

    /** A contender and the load that it was put under. */
    record Case(String contender, int inFlight) {}

    void add(Measurement measurement) {
        all.add(measurement);
    }

    /** Every case, in ascending order of load. */
    List<Case> cases() {
        return all.stream()
                .map(each -> new Case(each.contender(), each.inFlight()))
                .distinct()
                .sorted(Comparator.comparingInt(Case::inFlight))
                .toList();
    }

    /** The median over all rounds; not a number when the case was not measured. */
    double median(Case of, ToDoubleFunction<Measurement> figure) {
        return median(
                all.stream().filter(each -> is(each, of)).mapToDouble(figure).toArray());
    }

    /** The case in which the contender has its highest median throughput. */
    Optional<Case> best(String contender) {
        return cases().stream()
                .filter(each -> each.contender().equals(contender))
                .max(Comparator.comparingDouble(each -> median(each, Measurement::perSecond)));
    }

    /** What one case's figure is to another's, round by round: only figures of one round compare. */
    Ratio ratio(Case of, Case to, ToDoubleFunction<Measurement> figure) {
        double[] ratios = all.stream()
                .filter(each -> is(each, of))
                .flatMapToDouble(each -> all.stream()
                        .filter(other -> other.round() == each.round() && is(other, to))
                        .mapToDouble(other -> figure.applyAsDouble(each) / figure.applyAsDouble(other)))
                .sorted()
                .toArray();
        return ratios.length == 0
                ? new Ratio(Double.NaN, Double.NaN, Double.NaN)
                : new Ratio(median(ratios), ratios[0], ratios[ratios.length - 1]);
    }

    /** A ratio over several rounds. */
    record Ratio(double median, double lowest, double highest) {}

    private static boolean is(Measurement measurement, Case of) {
        return measurement.contender().equals(of.contender()) && measurement.inFlight() == of.inFlight();
    }

    private static double median(double[] values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
