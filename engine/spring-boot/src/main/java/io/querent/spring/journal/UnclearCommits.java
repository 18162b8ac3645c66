package io.querent.spring.journal;

import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.JournalUnavailableException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out what became of commits whose answer did not come, by looking at what is stored. Thread-safe. */
final class UnclearCommits implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UnclearCommits.class);
    private static final int TRIES = 12;
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final PostgresJournal journal;
    private final CountDownLatch closed = new CountDownLatch(1);

    UnclearCommits(PostgresJournal journal) {
        this.journal = journal;
    }

    /**
     * What came of the append; empty when nothing was committed.
     *
     * @throws JournalUnavailableException when it could not be found out in about half a minute; the saga's next owner reads what
     *     is stored
     */
    Optional<AppendResult> resolve(Append append) throws InterruptedException {
        LOG.info("the answer to a commit did not come; saga={}; it is looked for in the database", append.key());
        long pause = FIRST_PAUSE_MILLIS;
        for (int tries = 1; ; tries++) {
            try {
                return journal.resolve(append);
            } catch (JournalUnavailableException unavailable) {
                if (tries == TRIES || closed.await(pause, TimeUnit.MILLISECONDS)) {
                    throw unavailable;
                }
                pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
