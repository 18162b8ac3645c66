package io.querent.examples.payment.bank;

import io.querent.examples.payment.bank.books.Arrivals;
import io.querent.examples.payment.bank.books.BooksUnavailableException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets parked requests arrive and pending instructions be settled, a little after they are due. */
record ArrivalLoop(Arrivals arrivals) {
    private static final Logger LOG = LoggerFactory.getLogger(ArrivalLoop.class);
    private static final long PAUSE_MILLIS = 100;
    private static final int MOST_AT_ONCE = 100;

    void startOn(ScheduledExecutorService thread) {
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(this::round, PAUSE_MILLIS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** What fails is still in its table: the next round tries again. An exception that escaped would end all rounds. */
    private void round() {
        try {
            arrivals.bringInDue(MOST_AT_ONCE);
        } catch (BooksUnavailableException unavailable) {
            LOG.warn("Late requests wait for the database: {}", String.valueOf(unavailable.getMessage()));
        } catch (RuntimeException defect) {
            LOG.error("A late request could not be brought in for a reason nobody thought of", defect);
        }
    }
}
