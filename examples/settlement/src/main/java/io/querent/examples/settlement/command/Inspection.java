package io.querent.examples.settlement.command;

import io.querent.decision.SagaStatus;
import io.querent.examples.payment.bankclient.BankBooks;
import io.querent.examples.settlement.audit.DayAudit;
import io.querent.examples.settlement.audit.StatementLine;
import io.querent.examples.settlement.ledger.message.LedgerBooks;
import io.querent.examples.settlement.ledgerclient.LedgerClient;
import io.querent.examples.settlement.reports.ReportStore;
import io.querent.examples.settlement.service.RunningSettlement;
import io.querent.examples.settlement.service.ServiceAddresses;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks at everything that is stored, once all is quiet: reads the books, then every settlement, counts and compares. All of it comes from
 * databases and files, so it is right whatever was killed in between.
 */
final class Inspection {
    private static final String REMEDY = "see its log, then run again to compare the books";
    private static final int BATCH = 50;
    private static final Duration BANK_CALMS_DOWN = Duration.ofSeconds(15);
    private static final Duration NOTICES_ARRIVE = Duration.ofSeconds(90);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final ServiceAddresses addresses;
    private final BankBooks bank;
    private final LedgerClient ledger;
    private final ReportStore reports;
    private final SagaJournal journal;
    private final PayloadCodec payloads;
    private final CountDownLatch never = new CountDownLatch(1);

    Inspection(RunningSettlement service) {
        this.addresses = service.part(ServiceAddresses.class);
        this.bank = service.part(BankBooks.class);
        this.ledger = service.part(LedgerClient.class);
        this.reports = service.part(ReportStore.class);
        this.journal = service.part(SagaJournal.class);
        this.payloads = service.part(PayloadCodec.class);
    }

    /**
     * What it came to.
     *
     * @param ledger its books, as they were compared
     * @param statuses how many settlements stand how
     * @param figures of their events
     * @param undone which of them are over and paid nobody
     */
    record Result(
            DayAudit.Result audit,
            LedgerBooks ledger,
            Map<SagaStatus, Integer> statuses,
            Figures figures,
            Undone undone) {
        int of(SagaStatus status) {
            return statuses.getOrDefault(status, 0);
        }

        int all() {
            return statuses.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** Settlements that are not over, or wait for a person. */
        int unsettled() {
            return statuses.entrySet().stream()
                    .filter(standing -> !standing.getKey().isFinal())
                    .mapToInt(Map.Entry::getValue)
                    .sum();
        }
    }

    /** Waits until nothing is under way at the bank: a request that was held back may still arrive; it must change nothing. */
    void awaitQuietBank() throws IOException, InterruptedException {
        long end = System.nanoTime() + BANK_CALMS_DOWN.toNanos();
        while (!isQuiet(end) && System.nanoTime() - end < 0) {
            boolean unused = never.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** @throws IOException when somebody does not show their books */
    Result run(List<SagaKey> settlements, List<StatementLine> statement) throws IOException, InterruptedException {
        Map<SagaStatus, Integer> statuses = statuses(settlements);
        LedgerBooks books = booksWithNotices(statuses.getOrDefault(SagaStatus.COMPLETED, 0));
        DayAudit audit = new DayAudit(payloads, books);
        readBank(audit);
        statement.forEach(audit::found);
        reports.all().forEach(audit::found);
        Figures figures = new Figures();
        Undone undone = new Undone();
        for (int from = 0; from < settlements.size(); from += BATCH) {
            for (StoredSaga settlement : journal.load(batch(settlements, from))) {
                audit.compare(settlement.state());
                figures.add(settlement.events());
                undone.add(settlement.state().key(), settlement.row().status(), settlement.events());
            }
        }
        return new Result(audit.conclude(), books, statuses, figures, undone);
    }

    private void readBank(DayAudit audit) throws IOException, InterruptedException {
        try {
            bank.read(audit::found);
        } catch (IOException away) {
            throw CommandFailure.noAnswer("the bank", addresses.bank() + "/books", away, REMEDY);
        }
    }

    private LedgerBooks readLedger() throws IOException, InterruptedException {
        try {
            return ledger.books();
        } catch (IOException away) {
            throw CommandFailure.noAnswer("the ledger", addresses.ledger() + "/books", away, REMEDY);
        }
    }

    private Map<SagaStatus, Integer> statuses(List<SagaKey> settlements) {
        Map<SagaStatus, Integer> statuses = new EnumMap<>(SagaStatus.class);
        for (int from = 0; from < settlements.size(); from += BATCH) {
            journal.load(batch(settlements, from))
                    .forEach(one -> statuses.merge(one.row().status(), 1, Integer::sum));
        }
        return statuses;
    }

    /** A notice goes from the outbox over the broker to the ledger; that of the last settlement is still on its way. */
    private LedgerBooks booksWithNotices(int expected) throws IOException, InterruptedException {
        long end = System.nanoTime() + NOTICES_ARRIVE.toNanos();
        LedgerBooks books = readLedger();
        while (books.notices().size() < expected && System.nanoTime() - end < 0) {
            boolean unused = never.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            books = readLedger();
        }
        return books;
    }

    private static List<SagaId> batch(List<SagaKey> settlements, int from) {
        return settlements.subList(from, Math.min(settlements.size(), from + BATCH)).stream()
                .map(SagaKey::id)
                .toList();
    }

    /** A bank that is just being started again is asked again. */
    private boolean isQuiet(long end) throws IOException, InterruptedException {
        try {
            return bank.areQuiet();
        } catch (IOException away) {
            if (System.nanoTime() - end > 0) {
                throw away;
            }
            return false;
        }
    }
}
