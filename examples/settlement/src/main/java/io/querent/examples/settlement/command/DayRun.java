package io.querent.examples.settlement.command;

import io.querent.examples.payment.access.DatabaseAccess;
import io.querent.examples.payment.audit.Finding;
import io.querent.examples.payment.command.ExitCodes;
import io.querent.examples.payment.command.OpenConsole;
import io.querent.examples.payment.run.Console;
import io.querent.examples.payment.run.PaymentWatch;
import io.querent.examples.payment.service.ConsoleAccounts;
import io.querent.examples.settlement.iso20022.StatementFile;
import io.querent.examples.settlement.ledgerclient.LedgerClient;
import io.querent.examples.settlement.saga.SettlementSaga;
import io.querent.examples.settlement.service.Days;
import io.querent.examples.settlement.service.Executions;
import io.querent.examples.settlement.service.RunningSettlement;
import io.querent.examples.settlement.service.ServiceDatabase;
import io.querent.examples.settlement.service.SettlementDesk;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.examples.settlement.site.Site;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.journal.EventLog;
import io.querent.saga.SagaKey;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One run: the service is started, asked for what is due, waited for and inspected. Used once. */
final class DayRun {
    /** Said when all settlements are over and only books are read from then on. */
    static final String OVER = "All settlements are over; now all books are compared.";

    /** Said of each date when it is asked for. */
    static final String ASKING = ": asking for ";

    private static final Duration SETTLES_WITHIN = Duration.ofSeconds(20);

    private final long begun = System.nanoTime();
    private final RunOptions options;
    private final DataDirectory data;
    private final Site site;
    private final Console console;

    DayRun(RunOptions options, DataDirectory data, Site site, Console console) {
        this.options = options;
        this.data = data;
        this.site = site;
        this.console = console;
    }

    /** Waits for the other processes. */
    interface SiteReady {
        void await() throws IOException, InterruptedException;
    }

    /** Runs, and returns the exit code. */
    int run(SiteReady ready) throws IOException, InterruptedException {
        try (RunningSettlement service = RunningSettlement.start(
                new ServiceDatabase.Own(data.service()),
                data.log("settlement"),
                site.addresses(),
                options.consolePort)) {
            EmbeddedPostgresServer database = service.database();
            new DatabaseAccess(database.jdbcUrl(), database.username(), database.password())
                    .write(data.serviceAccess());
            OpenConsole door = openConsole(service);
            int code = settle(service, ready);
            if (door != null) {
                door.stay();
            }
            return code;
        }
    }

    private @Nullable OpenConsole openConsole(RunningSettlement service) throws IOException {
        if (options.consolePort == null) {
            return null;
        }
        OpenConsole door = new OpenConsole(
                service.console(), service.part(ConsoleAccounts.class), data.consoleAccounts(), console);
        door.tell();
        return door;
    }

    private int settle(RunningSettlement service, SiteReady ready) throws IOException, InterruptedException {
        SettlementDesk desk = service.part(SettlementDesk.class);
        DayPlan plan = new DayPlan(options, service.part(Executions.class), service.part(Days.class), desk);
        Instant now = Instant.now();
        List<DayPlan.Day> days = plan.days(now);
        plan.leftOut(now).ifPresent(console::notice);
        days.stream().filter(DayPlan.Day::isRefused).forEach(day -> console.notice(refusal(day)));
        List<DayPlan.Day> asked = days.stream().filter(day -> !day.isRefused()).toList();
        if (asked.isEmpty()) {
            return ExitCodes.BAD_USAGE;
        }
        ready.await();
        SalesFeed sales = new SalesFeed(service.part(LedgerClient.class), options.sales(), options.patience());
        List<SagaKey> settlements = new ArrayList<>();
        Intake intake = Intake.NONE;
        for (DayPlan.Day day : asked) {
            sales.tell(day.date());
            console.notice(asking(day));
            intake = intake.plus(run(service, desk, day, settlements));
            sales.tellLate(day.date());
        }
        console.notice(OVER);
        return report(service, intake, asked, settlements);
    }

    /** Why a date that is settled is not asked for again. */
    static String refusal(DayPlan.Day day) {
        return day.date() + " is settled (" + day.preview().settled() + " of "
                + day.settlements().size()
                + " settlements); nothing was asked for. Give --reason to ask again.";
    }

    /** Said before anything of the date is sent: by whom it is asked for, and what is expected of that. */
    static String asking(DayPlan.Day day) {
        SettlementDesk.Preview preview = day.preview();
        return day.date() + ASKING + day.settlements().size() + " settlements, "
                + day.trigger().kind() + " by " + day.trigger().operator() + "; expecting " + preview.settled()
                + " settled before, " + preview.underWay() + " under way, " + preview.fresh() + " new";
    }

    /** What came of it, as each settlement's record says it too. */
    static String answer(DayPlan.Day day, Intake intake) {
        return day.date() + ": " + intake.replayed() + " replayed, " + intake.started() + " new";
    }

    private Intake run(RunningSettlement service, SettlementDesk desk, DayPlan.Day day, List<SagaKey> settlements)
            throws InterruptedException {
        long payouts = (long) day.settlements().size() * options.sales().payouts();
        try (Console.Progress progress = console.progress(payouts, "payouts of " + day.date())) {
            PayoutProgress counted = new PayoutProgress(progress, keys(List.of(day)));
            try (PaymentWatch watch =
                    new PaymentWatch(service.part(EventLog.class), standings -> counted.show(), counted)) {
                watch.start();
                Intake intake = new Asking(desk, watch, console::notice).ask(day);
                console.notice(answer(day, intake));
                watch.awaitFewerThan(1, options.patience());
                settlements.clear();
                settlements.addAll(watch.payments());
                return intake;
            }
        }
    }

    /** What is still unknown at the end of the day, the bank's statement tells. */
    private List<StatementFile> reconcile(RunningSettlement service, List<SagaKey> settlements)
            throws IOException, InterruptedException {
        EndOfDay day = new EndOfDay(service, data);
        List<StatementFile> statements = day.fetch(Instant.now());
        int open = day.open();
        if (open > 0) {
            console.notice(open
                    + " payouts and reversals are not known to be over; the bank's statement is held against them.");
            for (StatementFile statement : statements) {
                console.notice(statement.name() + ": "
                        + Findings.counts(day.apply(statement, options.operator(), "end of the business day")));
            }
            awaitEnds(service, settlements);
        }
        return statements;
    }

    /** What the statement has decided goes on by itself. What it has not decided stays open, and is not waited for. */
    private static void awaitEnds(RunningSettlement service, List<SagaKey> settlements) throws InterruptedException {
        CompletableFuture<?> all = CompletableFuture.allOf(settlements.stream()
                .flatMap(settlement -> service.part(SagaEngine.class).find(settlement).stream())
                .map(saga -> saga.result().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
        try {
            Object unused = all.get(SETTLES_WITHIN.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException open) {
            all.cancel(true);
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    private int report(RunningSettlement service, Intake intake, List<DayPlan.Day> asked, List<SagaKey> settlements)
            throws IOException, InterruptedException {
        Inspection inspection = new Inspection(service);
        inspection.awaitQuietBank();
        List<StatementFile> statements = reconcile(service, settlements);
        Inspection.Result result = inspection.run(settlements, EndOfDay.lines(statements));
        DayReport report = new DayReport(intake, keys(asked), result);
        console.line("");
        report.lines(Duration.ofNanos(System.nanoTime() - begun)).forEach(console::line);
        console.line("");
        List<Finding> findings = result.audit().findings();
        console.line("Cross-check of " + report.extent() + ": "
                + (findings.isEmpty() ? "all agree" : findings.size() + " errors"));
        Lines.most(findings.stream().map(finding -> "ERROR " + finding).toList())
                .forEach(console::line);
        List<String> undone = result.undone().lines(keys(asked));
        Lines.most(undone.stream().map(line -> "NOT SETTLED " + line).toList()).forEach(console::line);
        if (!findings.isEmpty()) {
            return ExitCodes.WRONG_BOOKS;
        } else if (result.unsettled() > 0 || !undone.isEmpty() || intake.conflicting() > 0) {
            return ExitCodes.UNSETTLED;
        }
        asked.forEach(day -> service.part(Days.class).conclude(day.date()));
        return ExitCodes.CLEAN;
    }

    private static Set<SagaKey> keys(List<DayPlan.Day> days) {
        return days.stream()
                .flatMap(day -> day.settlements().stream())
                .map(settlement -> SagaKey.of(SettlementSaga.NAME, settlement.key()))
                .collect(Collectors.toSet());
    }
}
