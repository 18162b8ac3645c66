package io.querent.spring.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a server again that died while its application runs. Nobody else would, and the application has no other database. A
 * server that dies again and again is left dead after some tries: its log says why, and a person has to look. One thread.
 */
final class ServerWatch implements AutoCloseable {

    static final int MOST_STARTS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);

    /** Longer than a restart with its recovery may take, within reason. */
    private static final Duration LONGEST_CLOSE = Duration.ofMinutes(1);

    private final Server server;
    private final Duration interval;
    private final long steadyNanos;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::watch, "querent-embedded-watch");
    private int starts;
    private long startedAt;

    /** What is watched. */
    interface Server {
        boolean isAlive() throws IOException;

        /** Starts it again, or throws. */
        void startAgain() throws IOException;
    }

    /**
     * Does nothing before {@link #start}.
     *
     * @param interval between two looks; the pause before a further start grows from it
     * @param steady after so long a life a death counts as the first again
     */
    ServerWatch(Server server, Duration interval, Duration steady) {
        this.server = server;
        this.interval = interval;
        this.steadyNanos = steady.toNanos();
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Returns when nothing is started any more. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(LONGEST_CLOSE.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        try {
            while (!closing.await(pause().toMillis(), TimeUnit.MILLISECONDS)) {
                if (!isAlive() && !isStartedAgain()) {
                    return;
                }
            }
        } catch (InterruptedException ended) {
            // Nobody but close() ends it.
        }
    }

    /** Twice as long before each further start. */
    private Duration pause() {
        return starts == 0 || isSteady() ? interval : interval.multipliedBy(1L << starts);
    }

    /** A look that fails is no sign of death. */
    private boolean isAlive() {
        try {
            return server.isAlive();
        } catch (IOException | RuntimeException unreadable) {
            LOG.warn("It cannot be seen whether the embedded PostgreSQL is alive", unreadable);
            return true;
        }
    }

    /** Returns whether to go on watching. */
    private boolean isStartedAgain() {
        if (isSteady()) {
            starts = 0;
        }
        if (starts == MOST_STARTS) {
            LOG.error(
                    "The embedded PostgreSQL died again after {} starts and is left alone; read its log, then restart the"
                            + " application",
                    MOST_STARTS);
            return false;
        }
        starts++;
        startedAt = System.nanoTime();
        LOG.warn("The embedded PostgreSQL died and is started again; start {} of {}", starts, MOST_STARTS);
        try {
            server.startAgain();
        } catch (IOException | RuntimeException failure) {
            LOG.warn("The embedded PostgreSQL could not be started again", failure);
        }
        return true;
    }

    private boolean isSteady() {
        return System.nanoTime() - startedAt > steadyNanos;
    }
}
