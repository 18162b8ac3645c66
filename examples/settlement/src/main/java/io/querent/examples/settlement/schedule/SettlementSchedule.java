package io.querent.examples.settlement.schedule;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Which business date an instant belongs to, and which dates are due. A date ends at the cut-off on that day in the declared zone, and
 * the next begins there: no instant belongs to two dates or to none, whatever the clocks of that zone are set to. Pure; the time is
 * given. Immutable.
 *
 * @param zone where the business date is declared; never the zone of the machine
 * @param cutOff when a date ends on its own day; midnight is the midnight at its end
 */
public record SettlementSchedule(ZoneId zone, LocalTime cutOff) {
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
     * The dates that are over and were never asked for: what is due by now, what a schedule that did not run has missed, and what lies
     * between others. Of what was before the first that was asked for, nothing is; where none was, the latest alone. A clock that was set
     * back makes none.
     *
     * @param asked all dates that were ever asked for
     * @param days how many are looked back at, the latest that is over being the first; at least 1
     * @return oldest first
     */
    public List<LocalDate> due(Set<LocalDate> asked, Instant now, int days) {
        LocalDate last = lastEnded(now);
        LocalDate earliest = last.minusDays(days - 1L);
        LocalDate first = first(asked, last);
        return missing(asked, first.isBefore(earliest) ? earliest : first, last);
    }

    /**
     * The dates that were never asked for either, and are too old for {@link #due}: a person may ask for them.
     *
     * @return oldest first
     */
    public List<LocalDate> tooOld(Set<LocalDate> asked, Instant now, int days) {
        LocalDate last = lastEnded(now);
        return missing(asked, first(asked, last), last.minusDays(days));
    }

    private static LocalDate first(Set<LocalDate> asked, LocalDate otherwise) {
        return asked.isEmpty() ? otherwise : Collections.min(asked);
    }

    private static List<LocalDate> missing(Set<LocalDate> asked, LocalDate from, LocalDate to) {
        return from.isAfter(to)
                ? List.of()
                : from.datesUntil(to.plusDays(1))
                        .filter(date -> !asked.contains(date))
                        .toList();
    }
}
