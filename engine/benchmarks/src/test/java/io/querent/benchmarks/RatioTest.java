package io.querent.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.benchmarks.Measurements.Case;
import org.junit.jupiter.api.Test;

class RatioTest {
    private static final Case OURS = new Case("querent", 64);
    private static final Case THEIRS = new Case("floor", 32);

    @Test
    void aMedianIsTheMiddleOrTheMeanOfTheTwoInTheMiddle() {
        assertThat(Ratio.median(new double[] {9, 1, 2})).isEqualTo(2);
        assertThat(Ratio.median(new double[] {9, 1, 2, 4})).isEqualTo(3);
        assertThat(Ratio.median(new double[0])).isNaN();
    }

    @Test
    void figuresOfOneRoundAreCompared() {
        Measurements measured = new Measurements();
        measured.add(Measured.of(THEIRS, 1, 1_000));
        measured.add(Measured.of(OURS, 1, 2_000));
        // The machine was half as fast in the second round, for both.
        measured.add(Measured.of(OURS, 2, 1_500));
        measured.add(Measured.of(THEIRS, 2, 500));
        measured.add(Measured.of(THEIRS, 3, 1_000));

        Ratio ratio = measured.ratio(OURS, THEIRS, Figure.SAGAS_PER_SECOND);

        assertThat(ratio).isEqualTo(new Ratio(2.5, 2, 3));
        assertThat(ratio).hasToString("2.50 (2.00–3.00)");
    }

    @Test
    void whatIsNotKnownIsLeftOut() {
        assertThat(Ratio.of(new double[] {Double.NaN, 2, Double.POSITIVE_INFINITY}))
                .isEqualTo(new Ratio(2, 2, 2));
        assertThat(Ratio.of(new double[0])).hasToString("n/a");
    }

    @Test
    void theBestCaseIsTheOneWithTheHighestMedianThroughput() {
        Measurements measured = new Measurements();
        measured.add(Measured.of(new Case("floor", 1), 1, 300));
        measured.add(Measured.of(THEIRS, 1, 900));
        measured.add(Measured.of(OURS, 1, 5_000));

        assertThat(measured.best("floor")).contains(THEIRS);
        assertThat(measured.best("dbos")).isEmpty();
    }
}
