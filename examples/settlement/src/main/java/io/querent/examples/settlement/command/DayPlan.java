package io.querent.examples.settlement.command;

import io.querent.examples.settlement.saga.Settlement;
import io.querent.examples.settlement.sales.SampleSales;
import io.querent.examples.settlement.schedule.SettlementSchedule;
import io.querent.examples.settlement.service.Days;
import io.querent.examples.settlement.service.Executions;
import io.querent.examples.settlement.service.SettlementDesk;
import io.querent.examples.settlement.service.Trigger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which dates are asked for, by what, and what that would begin. */
final class DayPlan {
    /** Only people name a date. */
    private static final String NAMED = "the date was named on the command line";

    private final RunOptions options;
    private final Executions executions;
    private final Days days;
    private final SettlementDesk desk;

    DayPlan(RunOptions options, Executions executions, Days days, SettlementDesk desk) {
        this.options = options;
        this.executions = executions;
        this.days = days;
        this.desk = desk;
    }

    /**
     * One date of it.
     *
     * @param preview what is there before anything is asked for
     * @param isRefused whether the date is settled, with its books compared, and nobody gave a reason to ask again
     * @param hasReason whether somebody gave one
     */
    record Day(
            LocalDate date,
            Trigger trigger,
            List<Settlement> settlements,
            SettlementDesk.Preview preview,
            boolean isRefused,
            boolean hasReason) {
        Day {
            settlements = List.copyOf(settlements);
        }

        /** Whether all its settlements are over. */
        boolean isOver() {
            return preview.fresh() == 0 && preview.underWay() == 0;
        }

        /** Refused without a reason as soon as all its settlements are over, whether its books were compared or not. */
        Day unlessSettled() {
            return new Day(date, trigger, settlements, preview, isOver() && !hasReason, hasReason);
        }
    }

    /**
     * The date that was named; otherwise those that an earlier run has left open, and those that are over and were never asked for; where
     * there is none, the latest again.
     */
    List<Day> days(Instant now) {
        SettlementSchedule schedule = options.schedule();
        if (options.date != null) {
            return List.of(day(options.date, now));
        }
        SortedSet<LocalDate> asked = executions.dates();
        TreeSet<LocalDate> dates = new TreeSet<>(executions.openDates());
        dates.addAll(schedule.due(asked, now, options.catchUpDays));
        if (dates.isEmpty()) {
            dates.add(asked.last());
        }
        return dates.stream().map(date -> day(date, now)).toList();
    }

    /** Dates between others that nobody ever asked for, and that are not caught up with, in a line; empty where there are none. */
    Optional<String> leftOut(Instant now) {
        List<LocalDate> left = options.date == null
                ? options.schedule().tooOld(executions.dates(), now, options.catchUpDays)
                : List.of();
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(left.size() + " dates were never asked for and are too old to be caught up with, from "
                        + left.get(0) + " to " + left.get(left.size() - 1)
                        + "; raise --catch-up-days, or ask for each with --date.");
    }

    private Day day(LocalDate date, Instant now) {
        SampleSales samples = options.sales();
        Instant end = options.schedule().end(date);
        List<Settlement> settlements = samples.all().stream()
                .map(merchant -> new Settlement(merchant.id(), date, options.rules, end))
                .toList();
        SettlementDesk.Preview preview = desk.preview(settlements);
        boolean hasReason = options.reason != null;
        Day day = new Day(date, trigger(date, preview, now), settlements, preview, false, hasReason);
        return day.isOver() && days.isConcluded(date) ? day.unlessSettled() : day;
    }

    private Trigger trigger(LocalDate date, SettlementDesk.Preview preview, Instant now) {
        if (options.reason != null) {
            return new Trigger(Trigger.Kind.BY_HAND, options.operator(), options.reason);
        } else if (preview.settled() + preview.underWay() > 0) {
            return new Trigger(Trigger.Kind.RETRY, options.operator(), "an earlier run did not end");
        } else if (options.date != null) {
            return new Trigger(Trigger.Kind.BY_HAND, options.operator(), NAMED);
        }
        boolean isLatest = date.equals(options.schedule().lastEnded(now));
        return new Trigger(isLatest ? Trigger.Kind.SCHEDULE : Trigger.Kind.CATCH_UP, options.operator(), null);
    }
}
