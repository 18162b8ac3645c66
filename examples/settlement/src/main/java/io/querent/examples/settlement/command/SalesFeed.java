package io.querent.examples.settlement.command;

import io.querent.examples.settlement.ledgerclient.LedgerClient;
import io.querent.examples.settlement.ledgerclient.OtherSalesException;
import io.querent.examples.settlement.sales.Merchant;
import io.querent.examples.settlement.sales.SalesBatch;
import io.querent.examples.settlement.sales.SampleSales;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells the ledger what was sold, as shops do: again and again under the same key until it answers. */
final class SalesFeed {
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final LedgerClient ledger;
    private final SampleSales samples;
    private final Duration patience;

    SalesFeed(LedgerClient ledger, SampleSales samples, Duration patience) {
        this.ledger = ledger;
        this.samples = samples;
        this.patience = patience;
    }

    /** What was sold on that date and is known at its end. */
    void tell(LocalDate date) throws IOException, InterruptedException {
        for (Merchant merchant : samples.all()) {
            tell("sales:" + merchant.id() + ":" + date, samples.of(merchant, date));
        }
    }

    /** What was sold on that date and comes to be known too late for it. */
    void tellLate(LocalDate date) throws IOException, InterruptedException {
        for (Merchant merchant : samples.all()) {
            tell("late-sales:" + merchant.id() + ":" + date, samples.lateOf(merchant, date));
        }
    }

    private void tell(String key, SalesBatch batch) throws IOException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        long begun = System.nanoTime();
        while (true) {
            try {
                var unused = ledger.tell(key, batch);
                return;
            } catch (OtherSalesException definite) {
                throw definite;
            } catch (IOException unclear) {
                if (System.nanoTime() - begun > patience.toNanos()) {
                    throw CommandFailure.noAnswer(
                            "the ledger",
                            ledger.address() + "/sales",
                            unclear,
                            "see its log, then run again: what it has, it takes once");
                }
                boolean unused = never.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }
}
