package io.querent.spring.engine;

import io.querent.outbox.OutboxRelay;
import io.querent.postgres.FailureKind;
import io.querent.postgres.PostgresSchema;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.saga.QuerentException;
import io.querent.spring.QuerentProperties;
import io.querent.spring.StartUpException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From one start of the application to its stop: a thread that tries until there is an engine, and then makes the partitions that
 * events will need. The first try may fail the application's start; later ones may not, as it is running by then.
 */
final class EngineConnection implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineConnection.class);
    private static final Duration UPKEEP = Duration.ofHours(6);
    private static final Duration LONGEST_END = Duration.ofSeconds(15);

    private final EngineStart start;
    private final DeferredSagaEngine engine;
    private final QuerentProperties.Connect settings;
    private final CompletableFuture<Void> firstTry = new CompletableFuture<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread = new Thread(this, "querent-connection");
    private @Nullable RunningEngine running;

    EngineConnection(EngineStart start, DeferredSagaEngine engine, QuerentProperties.Connect settings) {
        this.start = start;
        this.engine = engine;
        this.settings = settings;
        thread.setDaemon(true);
    }

    /**
     * Starts trying and waits for the first try to end.
     *
     * @param longest how long to wait; a try that takes longer goes on by itself
     * @throws QuerentException when the database was reached and cannot be used as things are
     */
    void open(Duration longest) {
        engine.become(new EngineState.Connecting(0, "the first try has not ended"));
        thread.start();
        try {
            firstTry.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            if (firstTry.complete(null)) {
                LOG.warn("the engine is not at work after {}; the application starts without it", longest);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failed) {
            throw unwrapped(failed);
        }
    }

    @Override
    public void run() {
        try {
            connect();
            while (!ended.await(UPKEEP.toMillis(), TimeUnit.MILLISECONDS)) {
                makePartitions();
            }
        } catch (InterruptedException stopped) {
            // By close(), which ends whatever there is to end.
        }
    }

    /** Drains the engine if there is one. No engine appears afterwards. */
    void close() {
        ended.countDown();
        thread.interrupt();
        RunningEngine toClose;
        synchronized (this) {
            toClose = running;
            running = null;
        }
        if (toClose != null) {
            toClose.close();
        }
        awaitEnd();
        engine.become(new EngineState.Stopped());
    }

    private void connect() throws InterruptedException {
        Duration pause = settings.firstPause();
        for (int tries = 1; !isSettledBy(tries); tries++) {
            if (ended.await(withJitter(pause), TimeUnit.MILLISECONDS)) {
                return;
            }
            Duration doubled = pause.multipliedBy(2);
            pause = doubled.compareTo(settings.longestPause()) < 0 ? doubled : settings.longestPause();
        }
    }

    /** Whether there is nothing more to try: an engine works, or the application does not start. */
    private boolean isSettledBy(int tries) {
        try {
            handOver(start.run());
            firstTry.complete(null);
            return true;
        } catch (JournalUnavailableException unavailable) {
            if (FailureKind.of(unavailable) == FailureKind.LOGIN_REFUSED) {
                return isSettledByRefusal(StartUpException.loginRefused(unavailable));
            }
            report(new EngineState.Connecting(tries, String.valueOf(unavailable.getMessage())), unavailable);
            firstTry.complete(null);
            return false;
        } catch (RuntimeException | Error refused) {
            return isSettledByRefusal(refused);
        }
    }

    /** It fails the application's start, if that still waits. */
    private boolean isSettledByRefusal(Throwable refused) {
        if (firstTry.completeExceptionally(refused)) {
            return true;
        }
        report(new EngineState.Refused(String.valueOf(refused.getMessage())), refused);
        return false;
    }

    private void handOver(RunningEngine next) {
        synchronized (this) {
            if (ended.getCount() > 0) {
                running = next;
                engine.become(new EngineState.Working(
                        next.engine(), next.relay().map(OutboxRelay::counters), next.retention()));
                return;
            }
        }
        next.close();
    }

    /** WARN when it begins or changes in kind; that it goes on is the same matter. */
    private void report(EngineState state, Throwable failure) {
        boolean known = engine.state().getClass() == state.getClass() && firstTry.isDone();
        engine.become(state);
        if (ended.getCount() == 0 || known) {
            LOG.debug("the engine is still not at work", failure);
        } else if (failure instanceof QuerentException explained) {
            LOG.warn("the engine is not at work and goes on trying: {}", explained.getMessage());
        } else {
            LOG.error("the engine is not at work and goes on trying", failure);
        }
    }

    private void makePartitions() {
        try {
            int made = PostgresSchema.ensurePartitions(start.database().dataSource(), Clock.systemUTC());
            LOG.debug("made {} partitions for coming months", made);
        } catch (JournalUnavailableException unavailable) {
            LOG.info("partitions for coming months will be made later: {}", unavailable.getMessage());
        } catch (RuntimeException failure) {
            LOG.error("partitions for coming months could not be made; it is tried again in {}", UPKEEP, failure);
        }
    }

    private void awaitEnd() {
        try {
            thread.join(LONGEST_END.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static RuntimeException unwrapped(ExecutionException failed) {
        if (failed.getCause() instanceof Error error) {
            throw error;
        }
        return failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
    }

    private static long withJitter(Duration pause) {
        long millis = pause.toMillis();
        return ThreadLocalRandom.current().nextLong(millis / 2, millis + 1);
    }
}
