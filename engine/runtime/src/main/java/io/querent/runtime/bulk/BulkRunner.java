package io.querent.runtime.bulk;

import io.querent.runtime.journal.JournalUnavailableException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out bulk jobs on a thread of its own. Any number of nodes may; each job is one node's at a time. Thread-safe. */
public final class BulkRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BulkRunner.class);
    private static final Duration BUSY = Duration.ofMillis(100);
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration LAST_TURN = Duration.ofSeconds(5);

    private final BulkWork work;
    private final Thread thread = new Thread(this::run, "querent-bulk");
    private final CountDownLatch closing = new CountDownLatch(1);
    private boolean unavailable;

    private BulkRunner(BulkWork work) {
        this.work = work;
        thread.setDaemon(true);
    }

    /** Begins to work. */
    public static BulkRunner start(BulkWork work) {
        BulkRunner runner = new BulkRunner(work);
        runner.thread.start();
        return runner;
    }

    /** Takes nothing more, and waits for the turn that is under way. What is left another node goes on with. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(LAST_TURN.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            boolean closed = false;
            while (!closed) {
                closed = closing.await((turn() ? BUSY : IDLE).toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean turn() {
        try {
            boolean more = work.turn();
            unavailable = false;
            return more;
        } catch (JournalUnavailableException away) {
            if (!unavailable) {
                LOG.warn("bulk jobs wait while the database is not available: {}", away.getMessage());
            }
            unavailable = true;
        } catch (RuntimeException failure) {
            LOG.error("bulk jobs could not be gone on with; it is tried again", failure);
        }
        return false;
    }
}
