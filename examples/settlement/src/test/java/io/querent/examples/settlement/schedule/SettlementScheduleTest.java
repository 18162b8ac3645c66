package io.querent.examples.settlement.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    private static Set<LocalDate> asked(String... dates) {
        return Stream.of(dates).map(LocalDate::parse).collect(Collectors.toSet());
    }

    private static List<String> due(Set<LocalDate> asked, String now, int days) {
        return PRAGUE.due(asked, Instant.parse(now), days).stream()
                .map(LocalDate::toString)
                .toList();
    }

    @Test
    void aDateIsDueWhenItIsOver() {
        assertThat(due(asked("2026-11-28"), "2026-11-29T16:59:59Z", 31)).isEmpty();
        assertThat(due(asked("2026-11-28"), "2026-11-29T17:00:00Z", 31)).containsExactly("2026-11-29");
    }

    @Test
    void atFirstTheLatestDateAloneIsDue() {
        assertThat(due(Set.of(), "2026-11-29T17:00:00Z", 31)).containsExactly("2026-11-29");
    }

    @Test
    void whatAScheduleMissedIsCaughtUpWithOldestFirst() {
        assertThat(due(asked("2028-02-27"), "2028-03-01T17:00:00Z", 31))
                .containsExactly("2028-02-28", "2028-02-29", "2028-03-01");
    }

    @Test
    void gapsBetweenDatesThatWereAskedForAreCaughtUpWithToo() {
        assertThat(due(asked("2026-11-20", "2026-11-22", "2026-11-23", "2026-11-27"), "2026-11-28T17:00:00Z", 31))
                .containsExactly("2026-11-21", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-28");
    }

    @Test
    void gapsOfDaysThatAreShorterOrLongerAreCaughtUpWithOnce() {
        assertThat(due(asked("2026-03-27", "2026-03-31"), "2026-03-31T16:00:00Z", 31))
                .containsExactly("2026-03-28", "2026-03-29", "2026-03-30");
        assertThat(due(asked("2026-10-23", "2026-10-27"), "2026-10-27T17:00:00Z", 31))
                .containsExactly("2026-10-24", "2026-10-25", "2026-10-26");
    }

    @Test
    void catchingUpIsBoundedAndWhatIsLeftOutIsTold() {
        Set<LocalDate> asked = asked("2020-01-01", "2026-11-25");
        Instant now = Instant.parse("2026-11-29T17:00:00Z");

        assertThat(due(asked, "2026-11-29T17:00:00Z", 7))
                .containsExactly("2026-11-23", "2026-11-24", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29");
        assertThat(due(asked, "2026-11-29T17:00:00Z", 1)).containsExactly("2026-11-29");
        assertThat(PRAGUE.tooOld(asked, now, 7))
                .startsWith(LocalDate.parse("2020-01-02"))
                .endsWith(LocalDate.parse("2026-11-22"))
                .doesNotContain(LocalDate.parse("2026-11-25"));
    }

    @Test
    void everyDateSinceTheFirstIsAskedForOrDueOrLeftOutAndNeverTwoOfThese() {
        SplittableRandom draws = new SplittableRandom(7);
        LocalDate first = LocalDate.parse("2026-03-01");
        Instant now = PRAGUE.end(first.plusDays(300));
        for (int round = 0; round < 200; round++) {
            Set<LocalDate> asked = new HashSet<>(Set.of(first));
            for (int i = draws.nextInt(200); i > 0; i--) {
                asked.add(first.plusDays(draws.nextInt(301)));
            }
            int days = draws.nextInt(1, 367);
            List<LocalDate> all = new ArrayList<>(asked);
            all.addAll(PRAGUE.due(asked, now, days));
            all.addAll(PRAGUE.tooOld(asked, now, days));

            assertThat(all).hasSize(301).doesNotHaveDuplicates();
        }
    }

    @Test
    void aClockThatWasSetBackMakesNothingDueAgain() {
        assertThat(due(asked("2026-11-29"), "2026-11-20T00:00:00Z", 31)).isEmpty();
        assertThat(PRAGUE.tooOld(asked("2026-11-29"), Instant.parse("2026-11-20T00:00:00Z"), 31))
                .isEmpty();
    }
}
