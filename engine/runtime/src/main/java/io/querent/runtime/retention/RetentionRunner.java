package io.querent.runtime.retention;

import io.querent.runtime.archive.HistoryArchive;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.retention.Retention.Report;
import io.querent.runtime.retention.Retention.Standing;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Retires history on a thread of its own, now and then. Any number of nodes may have one; one at a time does it. Thread-safe. */
public final class RetentionRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionRunner.class);
    private static final Duration LAST_TRANSACTION = Duration.ofSeconds(10);

    private final Retention retention;
    private final RetentionPolicy policy;
    private final HistoryArchive archive;
    private final String node;
    private final Duration every;
    private final Thread thread = new Thread(this::run, "querent-retention");
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Standing standing;

    private RetentionRunner(
            Retention retention, RetentionPolicy policy, HistoryArchive archive, String node, Duration every) {
        this.retention = retention;
        this.policy = policy;
        this.archive = archive;
        this.node = node;
        this.every = every;
        thread.setDaemon(true);
    }

    /**
     * Begins with a run.
     *
     * @param archive where histories are written to
     * @param node who does it, for people
     * @param every how long to wait between runs; after one that retired a month the next begins at once
     */
    public static RetentionRunner start(
            Retention retention, RetentionPolicy policy, HistoryArchive archive, String node, Duration every) {
        RetentionRunner runner = new RetentionRunner(retention, policy, archive, node, every);
        runner.thread.start();
        return runner;
    }

    /** How it stands in the whole cluster, as seen after this node's latest run; empty before the first. */
    public Optional<Standing> standing() {
        return Optional.ofNullable(standing);
    }

    /** Begins nothing more, and waits for the transaction that is under way. What is left another run goes on with. */
    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(LAST_TRANSACTION.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            boolean closed = false;
            while (!closed) {
                boolean more = runOnce();
                look();
                closed = closing.await(more ? 0 : every.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether there may be more to do at once. */
    private boolean runOnce() {
        try {
            Report report = retention.run(policy, archive, node, () -> closing.getCount() == 0);
            if (!report.retired().isEmpty()) {
                LOG.info(
                        "retired the history of {}: {} sagas archived, {} moved on",
                        report.retired(),
                        report.exported(),
                        report.moved());
            }
            return !report.retired().isEmpty();
        } catch (JournalUnavailableException away) {
            LOG.warn("retention waits while the database is not available: {}", away.getMessage());
        } catch (RuntimeException failure) {
            LOG.error("retention failed and is tried again in {}; nothing is lost", every, failure);
        }
        return false;
    }

    private void look() {
        try {
            standing = retention.standing(policy);
        } catch (JournalUnavailableException away) {
            LOG.debug("how retention stands is not known now: {}", away.getMessage());
        } catch (RuntimeException failure) {
            LOG.error("how retention stands could not be read", failure);
        }
    }
}
