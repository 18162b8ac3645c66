package io.querent.examples.payment.run;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.EventLog.EventPosition;
import io.querent.runtime.journal.EventLog.LoggedEvent;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the event log from its beginning and knows which payments there are and how many are still under way, whoever started them
 * and in whatever process. No money depends on it: it is for progress, for not starting too many at a time, and for knowing when all
 * is done. Thread-safe.
 */
public final class PaymentWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PaymentWatch.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final int BATCH = 2_000;

    private final EventLog log;
    private final Consumer<Standings> observer;
    private final Consumer<LoggedEvent> listener;
    private final Map<SagaKey, Standing> payments = new LinkedHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::follow, "payment-watch");
    private boolean isReadable = true;
    private EventPosition position = EventPosition.START;
    private Standings standings = new Standings(0, 0, 0);
    private long lastChange = System.nanoTime();

    private enum Standing {
        UNDER_WAY,
        ENDED,
        IN_REVIEW
    }

    /**
     * How many payments stand how.
     *
     * @param underWay neither ended nor left to a person
     */
    public record Standings(int underWay, int ended, int inReview) {
        /** All payments. */
        public int all() {
            return underWay + ended + inReview;
        }
    }

    /** @param observer told the standings after every look, on this watch's thread */
    public PaymentWatch(EventLog log, Consumer<Standings> observer) {
        this(log, observer, event -> {});
    }

    /** @param listener told every event, once, on this watch's thread or the one that starts it */
    public PaymentWatch(EventLog log, Consumer<Standings> observer, Consumer<LoggedEvent> listener) {
        this.log = log;
        this.observer = observer;
        this.listener = listener;
    }

    /** Reads what there is, and goes on reading on a thread of its own. */
    public void start() {
        look();
        thread.setDaemon(true);
        thread.start();
    }

    /** A payment was started or found here; the log may not show it yet. */
    public synchronized void expect(SagaKey payment) {
        stand(payment, Standing.UNDER_WAY, false);
    }

    /**
     * Waits until fewer than {@code limit} payments are under way.
     *
     * @param patience for how long nothing at all may happen
     * @return how many fewer; 0 when patience ended
     */
    public synchronized int awaitFewerThan(int limit, Duration patience) throws InterruptedException {
        while (standings.underWay() >= limit) {
            Duration quiet = Duration.ofNanos(System.nanoTime() - lastChange);
            if (quiet.compareTo(patience) > 0) {
                return 0;
            }
            wait(LOOK_EVERY.toMillis());
        }
        return limit - standings.underWay();
    }

    /** Keys of all payments, in the order in which they came to be known. */
    public synchronized List<SagaKey> payments() {
        return List.copyOf(payments.keySet());
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        try {
            while (!closing.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            List<LoggedEvent> events;
            do {
                events = log.read(position, BATCH);
                take(events);
            } while (events.size() == BATCH);
            isReadable = true;
        } catch (JournalUnavailableException unavailable) {
            if (isReadable) {
                LOG.warn("progress cannot be read for now: {}", unavailable.getMessage());
            }
            isReadable = false;
        }
        observer.accept(standings());
    }

    private synchronized Standings standings() {
        return standings;
    }

    private synchronized void take(List<LoggedEvent> events) {
        for (LoggedEvent logged : events) {
            SagaEvent event = logged.event();
            listener.accept(logged);
            if (event instanceof SagaEvent.SagaStarted) {
                stand(logged.saga(), Standing.UNDER_WAY, false);
            } else if (event instanceof SagaEvent.ReviewOpened) {
                stand(logged.saga(), Standing.IN_REVIEW, true);
            } else if (event instanceof SagaEvent.SagaCompleted
                    || event instanceof SagaEvent.SagaCompensated
                    || event instanceof SagaEvent.SagaFailed) {
                stand(logged.saga(), Standing.ENDED, true);
            }
            position = logged.position();
        }
        if (!events.isEmpty()) {
            lastChange = System.nanoTime();
            notifyAll();
        }
    }

    /** What has ended stays ended, whatever is opened about it later. */
    private void stand(SagaKey payment, Standing now, boolean overwrite) {
        Standing before = payments.get(payment);
        if (before == Standing.ENDED || (before != null && !overwrite)) {
            return;
        }
        payments.put(payment, now);
        standings = new Standings(
                standings.underWay() + change(Standing.UNDER_WAY, before, now),
                standings.ended() + change(Standing.ENDED, before, now),
                standings.inReview() + change(Standing.IN_REVIEW, before, now));
    }

    private static int change(Standing which, @Nullable Standing before, Standing now) {
        return (now == which ? 1 : 0) - (before == which ? 1 : 0);
    }
}
