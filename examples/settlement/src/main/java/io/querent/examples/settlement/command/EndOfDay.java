package io.querent.examples.settlement.command;

import io.querent.examples.payment.bankclient.BankAddress;
import io.querent.examples.payment.bankclient.BankFiles;
import io.querent.examples.settlement.audit.StatementLine;
import io.querent.examples.settlement.iso20022.StatementFile;
import io.querent.examples.settlement.service.Executions;
import io.querent.examples.settlement.service.RunningSettlement;
import io.querent.examples.settlement.service.ServiceAddresses;
import io.querent.examples.settlement.site.DataDirectory;
import io.querent.examples.settlement.statements.PayoutReconciliation;
import io.querent.examples.settlement.statements.StatementArchive;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.reconciliation.Direction;
import io.querent.runtime.reconciliation.ReconciliationResult;
import io.querent.runtime.reconciliation.ReportEntry;
import io.querent.runtime.work.Definitions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The bank's statements at the end of a day. */
final class EndOfDay {
    /** The bank's books change their day at midnight UTC. Longer than that no run is looked back at. */
    private static final int MOST_DAYS = 62;

    private static final String BANK_REMEDY =
            "where a run beside this one has ended, run this again: it starts a bank of its own";
    private static final int TRIES = 60;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final URI bank;
    private final StatementArchive archive;
    private final PayoutReconciliation reconciliation;
    private final Executions executions;

    EndOfDay(RunningSettlement service, DataDirectory data) {
        this.bank = service.part(ServiceAddresses.class).bank();
        this.archive = new StatementArchive(new BankFiles(service.part(BankAddress.class)), data.statements());
        this.executions = service.part(Executions.class);
        this.reconciliation = new PayoutReconciliation(
                service.part(SagaEngine.class),
                service.part(SagaJournal.class),
                service.part(Definitions.class),
                service.part(PayloadCodec.class));
    }

    /** Statements of all days on which the bank may have booked something for us. */
    List<StatementFile> fetch(Instant now) throws IOException, InterruptedException {
        LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
        LocalDate first = executions
                .first()
                .map(time -> time.atZone(ZoneOffset.UTC).toLocalDate())
                .orElse(today);
        LocalDate from = first.isBefore(today.minusDays(MOST_DAYS)) ? today.minusDays(MOST_DAYS) : first;
        List<StatementFile> statements = new ArrayList<>();
        for (LocalDate day = from; !day.isAfter(today); day = day.plusDays(1)) {
            statements.add(fetch(day));
        }
        return statements;
    }

    /**
     * Reads a statement, and does nothing with it.
     *
     * @throws IOException when it cannot be read at all
     */
    static void check(Path file) throws IOException {
        StatementFile unused = StatementArchive.read(file);
    }

    /** A statement that came in another way. */
    StatementFile read(Path file) throws IOException {
        return StatementArchive.read(file);
    }

    /** How many payouts are open. */
    int open() {
        return reconciliation.open().size();
    }

    ReconciliationResult apply(StatementFile statement, String operator, String reason) {
        return reconciliation.apply(statement, operator, reason);
    }

    /** What is booked, for the cross-check. */
    static List<StatementLine> lines(List<StatementFile> statements) {
        return statements.stream()
                .flatMap(statement -> statement.report().entries().stream())
                .filter(entry -> entry.status() == ReportEntry.Status.BOOKED)
                .map(EndOfDay::line)
                .toList();
    }

    private static StatementLine line(ReportEntry entry) {
        String id = entry.endToEndId();
        return new StatementLine(
                id == null ? "no end-to-end id, " + entry.reference() : id,
                entry.amount(),
                entry.direction() == Direction.DEBIT);
    }

    /** A bank that is just being started again is asked again. */
    private StatementFile fetch(LocalDate day) throws IOException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        for (int tried = 1; ; tried++) {
            try {
                return archive.fetch(day);
            } catch (IOException away) {
                if (tried == TRIES) {
                    throw CommandFailure.noAnswer("the bank", bank + "/statements/" + day, away, BANK_REMEDY);
                }
                boolean unused = never.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }
}
