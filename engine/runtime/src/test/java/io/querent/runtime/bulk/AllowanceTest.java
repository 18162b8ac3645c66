package io.querent.runtime.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rate is kept over any second, however often and late somebody looks. */
class AllowanceTest {
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");

    private int taken(Allowance allowance) {
        int taken = 0;
        while (allowance.take(now)) {
            taken++;
        }
        return taken;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20, 1_000})
    void inTimeAllOfTheRateIsUsedAndNoMore(int rate) {
        Allowance allowance = new Allowance(rate, now);
        int taken = 0;
        for (int tenth = 0; tenth < 100; tenth++) {
            now = now.plusMillis(100);
            taken += taken(allowance);
        }

        assertThat(taken).isBetween(10 * rate - 1, 10 * rate);
    }

    @Test
    void itBeginsWithNothing() {
        assertThat(taken(new Allowance(1_000, now))).isZero();
    }

    @Test
    void aStandstillSavesUpOneAndAQuarterOfASecond() {
        Allowance allowance = new Allowance(100, now);
        now = now.plusSeconds(3_600);

        assertThat(taken(allowance)).isEqualTo(26);
    }

    @Test
    void aClockThatStandsStillOrGoesBackAllowsNothing() {
        Allowance allowance = new Allowance(1, now);
        now = now.minusSeconds(10);

        assertThat(taken(allowance)).isZero();
    }
}
