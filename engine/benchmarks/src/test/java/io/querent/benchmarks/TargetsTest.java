package io.querent.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.contender.Variant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TargetsTest {

    @Test
    void aBoundIsReachedFromItsOwnSide() {
        assertThat(new Verdict("ratio", 1.2, true, 1.0, OptionalDouble.of(2.0)).word())
                .isEqualTo("reached");
        assertThat(new Verdict("ratio", 2.0, true, 1.0, OptionalDouble.of(2.0)).word())
                .isEqualTo("reached, and the next");
        assertThat(new Verdict("cost", 1.2, false, 1.0, OptionalDouble.empty()).word())
                .isEqualTo("NOT REACHED");
        assertThat(new Verdict("cost", Double.NaN, false, 1.0, OptionalDouble.empty()).word())
                .isEqualTo("not known");
    }

    @Test
    void onlyWhatWasRunIsJudged() {
        Measurements measured = new Measurements();
        measured.add(Measured.of(new Case("floor", 32), 1, 1_000));
        measured.add(Measured.of(new Case("querent", 64), 1, 1_500));

        assertThat(Targets.of(List.of(new Trial(Variant.STANDARD, measured, Map.of()))))
                .extracting(Verdict::name, Verdict::found, Verdict::word)
                .containsExactly(
                        tuple("three steps: sagas/s ÷ floor, each at its best", 1.5, "reached"),
                        tuple("CPU of JVM and server a saga ÷ floor's, each at its best", 1.0, "reached, and the next"),
                        tuple("WAL bytes a saga, at its best", 1_000.0, "reached, and the next"),
                        tuple("commits a saga, 64 in flight", 2.0, "NOT REACHED"),
                        tuple("round trips for each commit of appends, 64 in flight", 2.0, "reached"));
    }
}
