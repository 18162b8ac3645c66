package io.querent.outbox;

import io.querent.outbox.MessageStore.Taken;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is in the outbox. It takes no more messages than it has threads for, so that nothing waits while its lease runs. Any number
 * of relays may work on one outbox. Thread-safe.
 *
 * <p>{@link #close} takes nothing more and waits for what is being sent.
 */
public final class OutboxRelay implements AutoCloseable {
    /** So many failures in a row, whatever the messages, are taken for the broker's. */
    private static final int FAILURES_UNTIL_SLOW = 10;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    private static final int FORGET_BATCH = 1_000;

    private final MessageStore store;
    private final RelaySettings settings;
    private final RelayWords words;
    private final Logger log;
    private final RelayCounters counters = new RelayCounters();
    private final Sending sending;
    private final ExecutorService senders;
    private final ScheduledExecutorService timer;
    private final ScheduledExecutorService upkeep;
    private final Thread taking;
    private final Semaphore free;
    private final Semaphore news = new Semaphore(0);
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private volatile boolean closing;
    private boolean unavailable;

    private OutboxRelay(
            MessageStore store,
            MessagePublisher publisher,
            RelaySettings settings,
            FailureMask mask,
            RelayWords words) {
        this.store = store;
        this.settings = settings;
        this.words = words;
        this.log = LoggerFactory.getLogger(words.speaker());
        this.taking = daemon(this::run, "querent-" + words.place());
        this.free = new Semaphore(settings.atATime());
        this.senders = Executors.newFixedThreadPool(settings.atATime(), daemons("querent-" + words.worker()));
        this.timer = Executors.newSingleThreadScheduledExecutor(daemons("querent-" + words.worker() + "-limit"));
        this.upkeep = Executors.newSingleThreadScheduledExecutor(daemons("querent-" + words.place() + "-upkeep"));
        this.sending = new Sending(store, publisher, settings, counters, mask, words, timer);
    }

    /** Begins to send. Logs show no message of a failure. */
    public static OutboxRelay start(MessageStore store, MessagePublisher publisher, RelaySettings settings) {
        return start(store, publisher, settings, FailureMask.WITHOUT_MESSAGES);
    }

    /** Begins to send. */
    public static OutboxRelay start(
            MessageStore store, MessagePublisher publisher, RelaySettings settings, FailureMask mask) {
        return start(store, publisher, settings, mask, RelayWords.OUTBOX);
    }

    /** Begins to give messages to whoever takes them over, for people under other words than those of an outbox. */
    public static OutboxRelay start(
            MessageStore store,
            MessagePublisher publisher,
            RelaySettings settings,
            FailureMask mask,
            RelayWords words) {
        OutboxRelay relay = new OutboxRelay(store, publisher, settings, mask, words);
        relay.taking.start();
        relay.upkeep.scheduleWithFixedDelay(relay::forgetOld, 0, FORGET_EVERY.toSeconds(), TimeUnit.SECONDS);
        return relay;
    }

    /** What it did so far. */
    public RelayCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        closing = true;
        news.release();
        upkeep.shutdownNow();
        try {
            taking.join(settings.lease().toMillis());
            senders.shutdown();
            if (!senders.awaitTermination(settings.lease().toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn(
                        "messages are still being {} after {}; they are {} again by whoever comes next",
                        words.done(),
                        settings.lease(),
                        words.done());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            senders.shutdownNow();
            timer.shutdownNow();
        }
    }

    private void run() {
        try {
            while (!closing) {
                free.acquire();
                free.release();
                if (closing || !handOut()) {
                    continue;
                }
                news.tryAcquire(pause().toMillis(), TimeUnit.MILLISECONDS);
                news.drainPermits();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Hands messages to threads. Returns whether there is nothing more to be had now. */
    private boolean handOut() {
        int room = isSlow() ? 1 : Math.min(free.availablePermits(), MessageStore.LONGEST_BATCH);
        List<Taken> batch = take(room);
        batch.forEach(this::handOut);
        return batch.size() < room || isSlow();
    }

    private void handOut(Taken taken) {
        free.acquireUninterruptibly();
        senders.execute(() -> {
            boolean acknowledged = false;
            try {
                acknowledged = sending.send(taken);
            } catch (RuntimeException failure) {
                log.error(
                        "what became of message {} could not be written down; it is {} again",
                        words.naming().apply(taken.message()),
                        words.done(),
                        failure);
            } finally {
                free.release();
                ended(acknowledged);
            }
        });
    }

    private void ended(boolean acknowledged) {
        if (acknowledged) {
            failuresInARow.set(0);
            news.release();
        } else {
            failuresInARow.incrementAndGet();
        }
    }

    private List<Taken> take(int room) {
        try {
            List<Taken> batch = store.take(room, settings.lease());
            unavailable = false;
            return batch;
        } catch (UnavailableException away) {
            if (!unavailable) {
                log.warn("messages wait while the database is not available: {}", away.getMessage());
            }
            unavailable = true;
        } catch (RuntimeException failure) {
            log.error("messages could not be taken out of the {}; it is tried again", words.place(), failure);
        }
        return List.of();
    }

    private boolean isSlow() {
        return failuresInARow.get() >= FAILURES_UNTIL_SLOW;
    }

    private Duration pause() {
        int beyond = Math.min(failuresInARow.get() - FAILURES_UNTIL_SLOW, 10);
        Duration pause =
                beyond < 0 ? settings.pollInterval() : settings.pollInterval().multipliedBy(1L << beyond);
        return pause.compareTo(LONGEST_PAUSE) > 0 && beyond >= 0 ? LONGEST_PAUSE : pause;
    }

    private void forgetOld() {
        try {
            int forgotten;
            do {
                forgotten = store.forget(settings.keepSent(), FORGET_BATCH);
            } while (forgotten == FORGET_BATCH && !closing);
        } catch (UnavailableException later) {
            log.debug("messages that were {} are forgotten later: {}", words.done(), later.getMessage());
        } catch (RuntimeException failure) {
            log.error("messages that were {} could not be forgotten; it is tried again", words.done(), failure);
        }
    }

    private static ThreadFactory daemons(String name) {
        return task -> daemon(task, name);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
