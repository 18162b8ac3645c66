package io.querent.postgres;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How long one writer waits before it tries again: longer each time, with jitter, and no longer than until it is abandoned. */
final class Patience {
    private static final Logger log = LoggerFactory.getLogger(PostgresJournal.class);
    private static final int CONFLICTS_WITHOUT_PAUSE = 3;

    private final long firstMillis;
    private final long longestMillis;
    private final CountDownLatch abandoned;
    private long nextMillis;
    private int failures;
    private int conflicts;

    Patience(Duration first, Duration longest, CountDownLatch abandoned) {
        this.firstMillis = Math.max(1, first.toMillis());
        this.longestMillis = Math.max(firstMillis, longest.toMillis());
        this.abandoned = abandoned;
        this.nextMillis = firstMillis;
    }

    /** A try succeeded. */
    void restore() {
        if (failures > 0) {
            log.info("the database takes appends again; failed tries={}", failures);
        }
        failures = 0;
        conflicts = 0;
        nextMillis = firstMillis;
    }

    /** The database was not available. WARN once; what follows until it works again is the same matter. */
    void afterFailure(Exception failure) throws InterruptedException {
        if (++failures == 1) {
            log.warn(
                    "the database does not take appends; they are kept and tried again; found={}",
                    failure.getMessage());
        } else {
            log.debug("the database still does not take appends; failed tries={}", failures, failure);
        }
        pause();
    }

    /** Another transaction was in the way. */
    void afterConflict() throws InterruptedException {
        if (++conflicts > CONFLICTS_WITHOUT_PAUSE) {
            pause();
        }
    }

    private void pause() throws InterruptedException {
        long millis = ThreadLocalRandom.current().nextLong(nextMillis / 2, nextMillis + 1);
        nextMillis = Math.min(longestMillis, nextMillis * 2);
        if (abandoned.await(millis, TimeUnit.MILLISECONDS)) {
            throw new InterruptedException();
        }
    }
}
