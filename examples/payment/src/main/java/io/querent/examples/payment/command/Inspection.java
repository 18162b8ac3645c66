package io.querent.examples.payment.command;

import io.querent.examples.payment.audit.Audit;
import io.querent.examples.payment.audit.Book;
import io.querent.examples.payment.audit.CrossCheck;
import io.querent.examples.payment.audit.Finding;
import io.querent.examples.payment.bankclient.BankBooks;
import io.querent.examples.payment.ledger.LedgerBooks;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.examples.payment.report.Totals;
import io.querent.examples.payment.service.RunningService;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaKey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Looks at everything that is stored, once all is quiet: reads the books, then every payment, counts and compares. All of it comes from
 * databases, so it is right whatever was killed in between.
 */
final class Inspection {
    private static final int BATCH = 200;
    private static final Duration BANK_CALMS_DOWN = Duration.ofSeconds(15);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    private final BankBooks bank;
    private final LedgerBooks ledger;
    private final SagaJournal journal;
    private final PayloadCodec payloads;

    Inspection(RunningService service) {
        this.bank = service.part(BankBooks.class);
        this.ledger = service.part(LedgerBooks.class);
        this.journal = service.part(SagaJournal.class);
        this.payloads = service.part(PayloadCodec.class);
    }

    /**
     * What it came to.
     *
     * @param extent what was compared, in words
     */
    record Result(Totals totals, List<Finding> findings, String extent) {
        Result {
            findings = List.copyOf(findings);
        }
    }

    /** @throws IOException when the bank does not show its books */
    Result run(List<SagaKey> payments) throws IOException, InterruptedException {
        awaitQuietBank();
        Audit audit = new Audit(bank, ledger);
        CrossCheck check = audit.open();
        Totals totals = new Totals();
        for (int from = 0; from < payments.size(); from += BATCH) {
            List<SagaKey> batch = payments.subList(from, Math.min(payments.size(), from + BATCH));
            for (StoredSaga payment :
                    journal.load(batch.stream().map(SagaKey::id).toList())) {
                totals.add(payment);
                check.compare(payment.state(), order(payment));
            }
        }
        return new Result(totals, check.conclude(), extent(payments.size(), audit));
    }

    private PaymentOrder order(StoredSaga payment) {
        return payloads.read(
                "input of " + payment.row().key(), payment.state().origin().input(), PaymentOrder.class);
    }

    private static String extent(int payments, Audit audit) {
        return String.format(
                Locale.ROOT,
                "%,d payments against %,d bookings of the bank, %,d ledger entries and %,d notices",
                payments,
                audit.read(Book.BANK),
                audit.read(Book.LEDGER),
                audit.read(Book.NOTICES));
    }

    /** A request that a proxy held back may still arrive after its payment was settled by another; it must change nothing. */
    private void awaitQuietBank() throws IOException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        long end = System.nanoTime() + BANK_CALMS_DOWN.toNanos();
        while (!bank.areQuiet() && System.nanoTime() - end < 0) {
            boolean unused = never.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
