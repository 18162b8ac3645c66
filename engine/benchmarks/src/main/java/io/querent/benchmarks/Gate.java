package io.querent.benchmarks;

import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.contender.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What must be true of the engine on any machine, however fast. */
final class Gate {
    /** The load at which commits have to be shared. */
    static final int SHARING_LOAD = 64;

    private static final double LEAST_APPENDS_PER_COMMIT = 4;
    private static final double LEAST_SHARE_OF_FLOOR = 0.5;

    /** A lease renewal or a claim may fall into a round; an append more a saga may not. */
    private static final double TOLERANCE = 0.02;

    private final Measurements measured;
    private final Variant variant;

    Gate(Trial trial) {
        this.measured = trial.measured();
        this.variant = trial.variant();
    }

    /** One condition and whether it holds. */
    record Check(Variant variant, String condition, double found, boolean holds) {}

    List<Check> checks() {
        List<Check> checks = new ArrayList<>();
        Optional<Case> best = measured.best("querent");
        best.ifPresent(at -> {
            double appends = measured.median(at, Figure.APPENDS);
            int expected = variant.operations() + 1;
            checks.add(check(
                    variant.operations() + " operations cost " + expected + " appends",
                    appends,
                    Math.abs(appends - expected) <= TOLERANCE));
        });
        Case sharing = new Case("querent", SHARING_LOAD);
        if (measured.cases().contains(sharing)) {
            double shared = measured.median(sharing, Figure.APPENDS_PER_COMMIT);
            checks.add(check(
                    "at " + SHARING_LOAD + " in flight at least four appends share a commit",
                    shared,
                    shared >= LEAST_APPENDS_PER_COMMIT));
        }
        Optional<Case> floor = measured.best("floor");
        if (best.isPresent() && floor.isPresent()) {
            double ratio = measured.ratio(best.get(), floor.get(), Figure.SAGAS_PER_SECOND)
                    .median();
            checks.add(check(
                    "throughput is at least half the floor's, each at its best", ratio, ratio >= LEAST_SHARE_OF_FLOOR));
        }
        return checks;
    }

    private Check check(String condition, double found, boolean holds) {
        return new Check(variant, condition, found, holds);
    }
}
