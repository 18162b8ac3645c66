package io.querent.examples.settlement.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettlementScheduleTest {
    private static final SettlementSchedule PRAGUE = schedule("Europe/Prague", "18:00");

    private static SettlementSchedule schedule(String zone, String cutOff) {
        return new SettlementSchedule(ZoneId.of(zone), LocalTime.parse(cutOff));
    }

    @Test
    void theDateChangesAtTheCutOffOfItsOwnZone() {
        assertThat(PRAGUE.dateOf(Instant.parse("2026-11-30T16:59:59.999999999Z")))
                .isEqualTo("2026-11-30");
        assertThat(PRAGUE.dateOf(Instant.parse("2026-11-30T17:00:00Z"))).isEqualTo("2026-12-01");
    }

    @ParameterizedTest
    @CsvSource({
        // zone, cut-off, date, how many hours it has
        "Europe/Prague, 18:00, 2026-03-29, 23",
        "Europe/Prague, 18:00, 2026-10-25, 25",
        "Europe/Prague, 00:00, 2026-03-29, 23",
        "Europe/Prague, 00:00, 2026-10-25, 25",
        // 02:30 is skipped on that day, and is passed twice on the other.
        "Europe/Prague, 02:30, 2026-03-29, 24",
        "Europe/Prague, 02:30, 2026-03-30, 23",
        "Europe/Prague, 02:30, 2026-10-25, 24",
        "Europe/Prague, 02:30, 2026-10-26, 25",
        // Midnight itself was skipped.
        "America/Sao_Paulo, 00:00, 2018-11-03, 24",
        "America/Sao_Paulo, 00:00, 2018-11-04, 23",
        "Europe/Prague, 18:00, 2028-02-29, 24",
        // A day that was skipped as a whole.
        "Pacific/Apia, 18:00, 2011-12-30, 24",
        "Pacific/Apia, 18:00, 2011-12-31, 0",
    })
    void aDateIsAsLongAsTheClocksOfItsZoneMakeIt(String zone, String cutOff, LocalDate date, int hours) {
        SettlementSchedule schedule = schedule(zone, cutOff);

        assertThat(Duration.between(schedule.begin(date), schedule.end(date))).isEqualTo(Duration.ofHours(hours));
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Prague, 18:00",
        "Europe/Prague, 02:30",
        "America/Sao_Paulo, 00:00",
        "Pacific/Apia, 18:00",
        "Asia/Beirut, 00:00"
    })
    void everyInstantBelongsToExactlyOneDate(String zone, String cutOff) {
        SettlementSchedule schedule = schedule(zone, cutOff);
        SplittableRandom draws = new SplittableRandom(7);
        long from = Instant.parse("2008-01-01T00:00:00Z").getEpochSecond();
        long to = Instant.parse("2030-01-01T00:00:00Z").getEpochSecond();
        for (int i = 0; i < 20_000; i++) {
            Instant instant = Instant.ofEpochSecond(draws.nextLong(from, to));

            LocalDate date = schedule.dateOf(instant);

            assertThat(schedule.begin(date)).isBeforeOrEqualTo(instant);
            assertThat(schedule.end(date)).isAfter(instant);
        }
    }

    @Test
    void aDateIsDueWhenItIsOver() {
        LocalDate settled = LocalDate.parse("2026-11-28");

        assertThat(PRAGUE.due(settled, Instant.parse("2026-11-29T16:59:59Z"))).isEmpty();
        assertThat(PRAGUE.due(settled, Instant.parse("2026-11-29T17:00:00Z")))
                .containsExactly(LocalDate.parse("2026-11-29"));
    }

    @Test
    void whatAScheduleMissedIsCaughtUpWithOldestFirst() {
        assertThat(PRAGUE.due(LocalDate.parse("2028-02-27"), Instant.parse("2028-03-01T17:00:00Z")))
                .extracting(LocalDate::toString)
                .containsExactly("2028-02-28", "2028-02-29", "2028-03-01");
    }

    @Test
    void catchingUpIsBounded() {
        assertThat(PRAGUE.due(LocalDate.parse("2020-01-01"), Instant.parse("2026-11-29T17:00:00Z")))
                .hasSize(SettlementSchedule.MOST_MISSED)
                .startsWith(LocalDate.parse("2020-01-02"));
    }

    @Test
    void aClockThatWasSetBackMakesNothingDueAgain() {
        assertThat(PRAGUE.due(LocalDate.parse("2026-11-29"), Instant.parse("2026-11-20T00:00:00Z")))
                .isEmpty();
    }
}
