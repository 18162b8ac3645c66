package io.querent.runtime.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EngineClockTest {
    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");

    private final AtomicLong nanos = new AtomicLong(5_000);
    private final EngineClock clock = new EngineClock(NOON, nanos::get);

    @Test
    void itMovesOnWithTheMonotonicClock() {
        nanos.addAndGet(1_500_000_000L);
        assertThat(clock.instant()).isEqualTo(NOON.plusMillis(1_500));
    }

    @Test
    void itFollowsTheDatabaseForward() {
        clock.adjust(NOON.plusSeconds(60));
        nanos.addAndGet(1_000_000_000L);
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(61));
    }

    @Test
    void itNeverGoesBack() {
        nanos.addAndGet(10_000_000_000L);
        clock.adjust(NOON);
        assertThat(clock.instant()).isEqualTo(NOON.plusSeconds(10));
    }

    @Test
    void itShowsWhatTheDatabaseCanKeep() {
        nanos.addAndGet(1_234_567L);
        assertThat(clock.instant()).isEqualTo(NOON.plusNanos(1_234_000));
    }
}
