package io.querent.examples.settlement.command;

import io.querent.decision.SagaStatus;
import io.querent.examples.payment.command.ExitCodes;
import io.querent.examples.payment.run.Console;
import io.querent.examples.payment.run.PaymentWatch;
import io.querent.examples.settlement.ledgerclient.LedgerClient;
import io.querent.examples.settlement.ledgerclient.OtherSalesException;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.examples.settlement.service.Days;
import io.querent.examples.settlement.service.Executions;
import io.querent.examples.settlement.service.RunningSettlement;
import io.querent.examples.settlement.service.SettlementDesk;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.journal.EventLog;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Asks for a date beside a run in progress, as another node of the service does when its schedule says so. */
@Command(
        name = "settle",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Asks for a date, beside a run in progress or after it, and waits until it is settled. What was asked for before,"
                        + " by whomever, is found and not begun again.")
final class SettleCommand implements Callable<Integer> {
    private final Class<?> startClass;
    private final Console console;

    @Mixin
    private RunOptions options = new RunOptions();

    SettleCommand(Class<?> startClass, Console console) {
        this.startClass = startClass;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        options.check();
        DataDirectory data = DataDirectory.at(options.data);
        try (Joining joined = Joining.open(startClass, data, "settle", console::notice)) {
            RunningSettlement service = joined.service();
            SettlementDesk desk = service.part(SettlementDesk.class);
            DayPlan plan = new DayPlan(options, service.part(Executions.class), service.part(Days.class), desk);
            Instant now = Instant.now();
            // Nobody compares books after it, so it is over as soon as its settlements are.
            List<DayPlan.Day> days =
                    plan.days(now).stream().map(DayPlan.Day::unlessSettled).toList();
            plan.leftOut(now).ifPresent(console::notice);
            List<DayPlan.Day> asked =
                    days.stream().filter(day -> !day.isRefused()).toList();
            days.stream().filter(DayPlan.Day::isRefused).forEach(day -> console.notice(DayRun.refusal(day)));
            SalesFeed sales = new SalesFeed(service.part(LedgerClient.class), options.sales(), options.patience());
            boolean isSettled = true;
            for (DayPlan.Day day : asked) {
                sales.tell(day.date());
                isSettled &= ask(service, desk, day);
            }
            if (asked.isEmpty()) {
                return ExitCodes.BAD_USAGE;
            }
            return isSettled ? ExitCodes.CLEAN : ExitCodes.UNSETTLED;
        } catch (OtherSalesException refused) {
            console.notice("Nothing was asked for: " + refused.getMessage());
            return ExitCodes.BAD_USAGE;
        }
    }

    /** Whether all of it is settled in the end, and nothing else under its keys. */
    private boolean ask(RunningSettlement service, SettlementDesk desk, DayPlan.Day day) throws InterruptedException {
        try (PaymentWatch watch = new PaymentWatch(service.part(EventLog.class), standings -> {})) {
            watch.start();
            Intake intake = new Asking(desk, watch, console::notice).ask(day);
            console.line(DayRun.answer(day, intake));
            boolean isOver = watch.awaitFewerThan(1, options.patience()) > 0;
            long done = day.settlements().stream()
                    .map(settlement -> SagaKey.of(SettlementSaga.NAME, settlement.key()))
                    .flatMap(key -> service.part(SagaEngine.class).find(key).stream())
                    .filter(saga -> saga.status() == SagaStatus.COMPLETED)
                    .count();
            console.line(day.date() + ": " + done + " of " + day.settlements().size() + " settled, "
                    + intake.conflicting() + " in conflict" + (isOver ? "" : "; some are still under way"));
            return done == day.settlements().size() && intake.conflicting() == 0;
        }
    }
}
