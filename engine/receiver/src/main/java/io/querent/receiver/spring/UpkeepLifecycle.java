package io.querent.receiver.spring;

import io.querent.outbox.UnavailableException;
import io.querent.receiver.GuardFigures;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.inbox.InboxRetention;
import io.querent.receiver.jdbc.ReceiverUpkeep;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Does the guard's and the inbox's upkeep while the application runs. Any number of nodes may. */
final class UpkeepLifecycle implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(UpkeepLifecycle.class);
    private static final GuardFigures NONE_YET = new GuardFigures(0, 0, 0, 0, Duration.ZERO);
    private static final long FIGURES_SECONDS = 15;
    private static final long STOP_SECONDS = 5;
    private static final long UPKEEP_SECONDS = 900;

    /** Dropping a day of the inbox may wait for a minute, and leases do not. */
    private static final int THREADS = 2;

    private final ReceiverUpkeep upkeep;
    private final @Nullable InboxRetention inbox;
    private volatile GuardFigures figures = NONE_YET;
    private @Nullable ScheduledExecutorService timer;

    /** @param inbox null where another process looks after it */
    UpkeepLifecycle(ReceiverUpkeep upkeep, @Nullable InboxRetention inbox) {
        this.upkeep = upkeep;
        this.inbox = inbox;
    }

    /** As they were within the last 15 s; none before the first look. */
    GuardFigures figures() {
        return figures;
    }

    @Override
    public synchronized void start() {
        if (timer == null) {
            ScheduledExecutorService started = Executors.newScheduledThreadPool(THREADS, task -> {
                Thread thread = new Thread(task, "querent-receiver-upkeep");
                thread.setDaemon(true);
                return thread;
            });
            started.scheduleWithFixedDelay(this::look, 0, FIGURES_SECONDS, TimeUnit.SECONDS);
            started.scheduleWithFixedDelay(this::run, 1, UPKEEP_SECONDS, TimeUnit.SECONDS);
            if (inbox != null) {
                started.scheduleWithFixedDelay(() -> run(inbox), 1, UPKEEP_SECONDS, TimeUnit.SECONDS);
            }
            timer = started;
        }
    }

    @Override
    public synchronized void stop() {
        if (timer != null) {
            timer.shutdown();
            awaitEnd(timer);
            timer = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return timer != null;
    }

    /** Connections are closed after this: what still used one would complain of it at length. */
    private static void awaitEnd(ScheduledExecutorService ending) {
        try {
            if (!ending.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                ending.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            ending.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        safely(() -> {
            upkeep.expireLeases();
            figures = upkeep.figures();
        });
    }

    private void run() {
        safely(() -> {
            ReceiverUpkeep.Done done = upkeep.run();
            LOG.debug("receiver's upkeep: {}", done);
        });
    }

    private static void run(InboxRetention inbox) {
        safely(() -> {
            InboxRetention.Done done = inbox.run();
            LOG.debug("inbox's upkeep: {}", done);
        });
    }

    /** A timer whose task throws never calls it again. */
    private static void safely(Runnable task) {
        try {
            task.run();
        } catch (GuardUnavailableException | UnavailableException later) {
            LOG.debug("the receiver's upkeep waits for the database: {}", later.getMessage());
        } catch (RuntimeException failed) {
            LOG.error("the receiver's upkeep failed; it is tried again", failed);
        }
    }
}
