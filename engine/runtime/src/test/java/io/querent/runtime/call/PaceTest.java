package io.querent.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final Pace pace = new Pace(0);

    @Test
    void noSecondHasMoreThanItsWorthAndATwentieth() {
        assertThat(sentWithin(1_000, 100, HOUR)).isBetween(100, 106);
        assertThat(sentWithin(1_000, 100, HOUR + 1_000 * MILLI)).isBetween(99, 101);
    }

    @Test
    void aRateBelowOneIsKeptToo() {
        assertThat(sentWithin(20_000, 0.25, HOUR)).isBetween(5, 6);
    }

    @Test
    void aRateThatRisesCountsAtOnceAndWhatTheLowOneOwedIsForgotten() {
        assertThat(sentWithin(1_000, 0.1, HOUR)).isEqualTo(1);
        assertThat(sentWithin(1_000, 100, HOUR + 1_000 * MILLI)).isBetween(99, 106);
    }

    @Test
    void nothingPassesAtNoRateAndEverythingWhereThereIsNoLimit() {
        assertThat(sentWithin(10, 0, HOUR)).isLessThanOrEqualTo(1);
        assertThat(pace.allowed(0, 2 * HOUR)).isZero();
        assertThat(pace.untilAllowed(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(pace.allowed(Double.POSITIVE_INFINITY, 2 * HOUR)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void itSaysHowLongToWait() {
        assertThat(pace.allowed(10, 0)).isEqualTo(1);
        pace.take();
        assertThat(pace.untilAllowed(10)).isEqualTo(100 * MILLI);
        assertThat(pace.allowed(10, 100 * MILLI)).isEqualTo(1);
    }

    private int sentWithin(int millis, double rate, long from) {
        int sent = 0;
        for (int i = 0; i < millis; i++) {
            for (int allowed = pace.allowed(rate, from + i * MILLI); allowed > 0; allowed--) {
                pace.take();
                sent++;
            }
        }
        return sent;
    }
}
