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
import java.util.TreeSet;

/** Which dates are asked for, by what, and what that would begin. */
final class DayPlan {
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
     * @param isRefused whether the date is settled and nobody gave a reason to ask again
     */
    record Day(
            LocalDate date,
            Trigger trigger,
            List<Settlement> settlements,
            SettlementDesk.Preview preview,
            boolean isRefused) {
        Day {
            settlements = List.copyOf(settlements);
        }
    }

    /** The date that was named; otherwise those that an earlier run has left open, and those that are due; where there is none, the latest again. */
    List<Day> days(Instant now) {
        SettlementSchedule schedule = options.schedule();
        if (options.date != null) {
            return List.of(day(options.date, now));
        }
        Optional<LocalDate> latest = executions.latestDate();
        TreeSet<LocalDate> dates = new TreeSet<>(executions.openDates());
        dates.addAll(latest.map(date -> schedule.due(date, now)).orElseGet(() -> List.of(schedule.lastEnded(now))));
        if (dates.isEmpty()) {
            latest.ifPresent(dates::add);
        }
        return dates.stream().map(date -> day(date, now)).toList();
    }

    private Day day(LocalDate date, Instant now) {
        SampleSales samples = options.sales();
        Instant end = options.schedule().end(date);
        List<Settlement> settlements = samples.all().stream()
                .map(merchant -> new Settlement(merchant.id(), date, options.rules, end))
                .toList();
        SettlementDesk.Preview preview = desk.preview(settlements);
        boolean isSettled = preview.fresh() == 0 && preview.underWay() == 0 && days.isConcluded(date);
        return new Day(date, trigger(date, preview, now), settlements, preview, isSettled && options.reason == null);
    }

    private Trigger trigger(LocalDate date, SettlementDesk.Preview preview, Instant now) {
        if (options.reason != null) {
            return new Trigger(Trigger.Kind.BY_HAND, options.operator, options.reason);
        } else if (preview.settled() + preview.underWay() > 0) {
            return new Trigger(Trigger.Kind.RETRY, options.operator, "an earlier run did not end");
        }
        boolean isLatest = date.equals(options.schedule().lastEnded(now));
        return new Trigger(isLatest ? Trigger.Kind.SCHEDULE : Trigger.Kind.CATCH_UP, options.operator, null);
    }
}
