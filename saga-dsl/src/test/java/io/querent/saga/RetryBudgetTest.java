package io.querent.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Delays are drawn from the whole of [0, min(max, base × 2^n)], so that a crowd does not come back together. */
class RetryBudgetTest {
    private static final double LARGEST_DRAW = Math.nextDown(1.0);
    private static final RetryBudget BUDGET =
            new RetryBudget(8, Duration.ofHours(1), Duration.ofSeconds(1), Duration.ofSeconds(300));

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "2, 4", "8, 256", "9, 300", "62, 300", "1000, 300", "2147483647, 300"})
    void theBoundDoublesUpToTheMaximum(int tried, int boundSeconds) {
        Duration bound = Duration.ofSeconds(boundSeconds);

        assertThat(BUDGET.delay(tried, 0)).isZero();
        assertThat(BUDGET.delay(tried, 0.5)).isEqualTo(bound.dividedBy(2));
        assertThat(BUDGET.delay(tried, LARGEST_DRAW)).isBetween(bound.minusMillis(1), bound);
    }

    @Test
    void aNegativeNumberOfTriesCountsAsNone() {
        assertThat(BUDGET.delay(-1, 0.5)).isEqualTo(BUDGET.delay(0, 0.5));
    }

    @Test
    void delaysFillTheirWholeRangeEvenly() {
        Random draws = new Random(20261129);
        double mean = DoubleStream.generate(draws::nextDouble)
                .limit(10_000)
                .map(draw -> BUDGET.delay(3, draw).toMillis())
                .average()
                .orElseThrow();

        assertThat(mean).isBetween(3_900.0, 4_100.0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.0, 2.0, Double.NaN, Double.POSITIVE_INFINITY})
    void aDrawOutsideItsRangeIsRefused(double draw) {
        refused("draw must be in [0, 1), not " + draw, () -> BUDGET.delay(0, draw));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1001})
    void aCountOutsideItsBoundsIsRefused(int attempts) {
        refused("attempts must be 1 to 1000, not " + attempts, () -> BUDGET.attempts(attempts));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1S", "PT0S", "PT0.000999999S", "PT8784H0.001S"})
    void aTimeOutsideItsBoundsIsRefused(Duration time) {
        String bounds = " must be PT0.001S to PT8784H, not " + time;

        refused("within" + bounds, () -> BUDGET.within(time));
        refused("base" + bounds, () -> BUDGET.backoff(time, Duration.ofDays(1)));
        refused("max" + bounds, () -> BUDGET.backoff(Duration.ofMillis(1), time));
    }

    @Test
    void aMaximumBelowTheBaseIsRefused() {
        refused(
                "max PT1S must not be shorter than base PT2S",
                () -> BUDGET.backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }

    private static void refused(String message, Runnable attempt) {
        assertThatThrownBy(attempt::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
