package io.querent.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All that was measured of one variant, over all rounds. */
final class Measurements {
    private final List<Measurement> all = new ArrayList<>();
    private final Map<Case, Double> statements = new HashMap<>();

    /** A contender and the load that it was put under. */
    record Case(String contender, int inFlight) {}

    void add(Measurement measurement) {
        all.add(measurement);
    }

    void addStatements(Case of, double perSaga) {
        statements.put(of, perSaga);
    }

    /** Every case, in ascending order of load. */
    List<Case> cases() {
        return all.stream()
                .map(each -> new Case(each.contender(), each.inFlight()))
                .distinct()
                .sorted(Comparator.comparingInt(Case::inFlight))
                .toList();
    }

    List<Case> casesOf(String contender) {
        return cases().stream()
                .filter(each -> each.contender().equals(contender))
                .toList();
    }

    /** Round by round, in the order of rounds. */
    List<Measurement> of(Case one) {
        return all.stream().filter(each -> is(each, one)).toList();
    }

    /** The median over all rounds; not a number when the case was not measured. */
    double median(Case one, Figure figure) {
        return Ratio.median(of(one).stream().mapToDouble(figure::of).toArray());
    }

    /** Statements a saga; not a number when they were not counted. */
    double statements(Case one) {
        return statements.getOrDefault(one, Double.NaN);
    }

    /** The case in which the contender has its highest median throughput. */
    Optional<Case> best(String contender) {
        return casesOf(contender).stream()
                .max(Comparator.comparingDouble(each -> median(each, Figure.SAGAS_PER_SECOND)));
    }

    /** What one case's figure is to another's, round by round. */
    Ratio ratio(Case one, Case to, Figure figure) {
        return Ratio.of(of(one).stream()
                .flatMapToDouble(each -> of(to).stream()
                        .filter(other -> other.round() == each.round())
                        .mapToDouble(other -> figure.of(each) / figure.of(other)))
                .toArray());
    }

    private static boolean is(Measurement measurement, Case one) {
        return measurement.contender().equals(one.contender()) && measurement.inFlight() == one.inFlight();
    }
}
