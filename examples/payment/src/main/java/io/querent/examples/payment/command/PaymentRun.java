package io.querent.examples.payment.command;

import io.querent.decision.SagaStatus;
import io.querent.examples.payment.access.DatabaseAccess;
import io.querent.examples.payment.audit.Finding;
import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.order.OrderReader;
import io.querent.examples.payment.report.Intake;
import io.querent.examples.payment.report.RunReport;
import io.querent.examples.payment.run.Console;
import io.querent.examples.payment.run.OrderFeed;
import io.querent.examples.payment.run.PaymentWatch;
import io.querent.examples.payment.service.ConsoleAccounts;
import io.querent.examples.payment.service.PaymentDesk;
import io.querent.examples.payment.service.RunningService;
import io.querent.runtime.journal.EventLog;
import io.querent.saga.SagaKey;
import io.querent.spring.embedded.EmbeddedPostgresServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One run: the service is started, fed, waited for and inspected. Used once. */
final class PaymentRun {
    private static final int MOST_PRINTED = 50;

    private final long begun = System.nanoTime();
    private final RunOptions options;
    private final DataDirectory data;
    private final Faults faults;
    private final BankAddress bank;
    private final Console console;
    private int complaints;

    PaymentRun(RunOptions options, DataDirectory data, Faults faults, BankAddress bank, Console console) {
        this.options = options;
        this.data = data;
        this.faults = faults;
        this.bank = bank;
        this.console = console;
    }

    /** Waits for the bank. */
    interface BankReady {
        void await() throws IOException, InterruptedException;
    }

    /**
     * Runs.
     *
     * @param total orders there are to read
     * @return the exit code
     */
    int run(OrderReader orders, long total, BankReady ready) throws IOException, InterruptedException {
        try (RunningService service =
                RunningService.start(data.ledger(), data.serviceLog(), bank, faults, options.consolePort)) {
            EmbeddedPostgresServer database = service.database();
            new DatabaseAccess(database.jdbcUrl(), database.username(), database.password()).write(data.ledgerAccess());
            OpenConsole door = options.consolePort == null
                    ? null
                    : new OpenConsole(
                            service.console(), service.part(ConsoleAccounts.class), data.consoleAccounts(), console);
            if (door != null) {
                door.tell();
            }
            ready.await();
            List<SagaKey> payments;
            Intake intake;
            try (Console.Progress progress = console.progress(total);
                    PaymentWatch watch = new PaymentWatch(service.part(EventLog.class), progress)) {
                watch.start();
                intake = new OrderFeed(service.part(PaymentDesk.class), watch, this::complain)
                        .feed(orders, options.limit, options.inFlight, options.patience());
                watch.awaitFewerThan(1, options.patience());
                payments = watch.payments();
            }
            int code = report(intake, new Inspection(service).run(payments));
            if (door != null) {
                door.stay();
            }
            return code;
        }
    }

    private int report(Intake intake, Inspection.Result result) {
        if (complaints > MOST_PRINTED) {
            console.notice("… and " + (complaints - MOST_PRINTED) + " more lines that became no payment");
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        console.line("");
        new RunReport(intake, result.totals()).lines(took).forEach(console::line);
        console.line("");
        console.line("Cross-check of " + result.extent() + ": "
                + (result.findings().isEmpty() ? "all agree" : result.findings().size() + " errors"));
        result.findings().stream()
                .limit(MOST_PRINTED)
                .map(Finding::toString)
                .forEach(finding -> console.line("ERROR " + finding));
        return exitCode(result);
    }

    private static int exitCode(Inspection.Result result) {
        if (!result.findings().isEmpty()) {
            return ExitCodes.WRONG_BOOKS;
        }
        int unsettled =
                result.totals().of(SagaStatus.IN_REVIEW) + result.totals().unfinished();
        return unsettled == 0 ? ExitCodes.CLEAN : ExitCodes.UNSETTLED;
    }

    private void complain(String complaint) {
        complaints++;
        if (complaints <= MOST_PRINTED) {
            console.notice(complaint);
        }
    }
}
