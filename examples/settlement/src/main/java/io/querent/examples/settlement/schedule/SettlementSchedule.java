package io.querent.examples.settlement.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;

/**
 * Which business date an instant belongs to, and which dates are due. A date ends at the cut-off on that day in the declared zone, and
 * the next begins there: no instant belongs to two dates or to none, whatever the clocks of that zone are set to. Pure; the time is
 * given. Immutable.
 *
 * @param zone where the business date is declared; never the zone of the machine
 * @param cutOff when a date ends on its own day; midnight is the midnight at its end
 */
public record SettlementSchedule(ZoneId zone, LocalTime cutOff) {
    /** Most dates that are caught up with at once; what is older is for a person to begin. */
    public static final int MOST_MISSED = 31;

    /** The first instant of the date. */
    public Instant begin(LocalDate date) {
        return end(date.minusDays(1));
    }

    /**
     * The first instant after the date. Where the clocks skip the cut-off it is as much later as they skip; where they pass it twice it is
     * the first time.
     */
    public Instant end(LocalDate date) {
        return cutOff.equals(LocalTime.MIDNIGHT)
                ? date.plusDays(1).atStartOfDay(zone).toInstant()
                : date.atTime(cutOff).atZone(zone).toInstant();
    }

    /** The business date that {@code instant} belongs to. */
    public LocalDate dateOf(Instant instant) {
        LocalDate date = instant.atZone(zone).toLocalDate();
        while (instant.isBefore(begin(date))) {
            date = date.minusDays(1);
        }
        while (!instant.isBefore(end(date))) {
            date = date.plusDays(1);
        }
        return date;
    }

    /** The latest date that is over. */
    public LocalDate lastEnded(Instant now) {
        return dateOf(now).minusDays(1);
    }

    /**
     * The dates that are over and were not settled: what a schedule that did not run has missed, and what is due by now. A clock that was
     * set back makes none.
     *
     * @param lastSettled the latest date that was settled
     * @return oldest first, at most {@value #MOST_MISSED}
     */
    public List<LocalDate> due(LocalDate lastSettled, Instant now) {
        LocalDate last = lastEnded(now);
        return last.isAfter(lastSettled)
                ? lastSettled
                        .plusDays(1)
                        .datesUntil(last.plusDays(1))
                        .limit(MOST_MISSED)
                        .toList()
                : List.of();
    }
}
