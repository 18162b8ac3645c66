package io.querent.runtime.work;

import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.SagaJournal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, while the engine runs, whether any saga was forgotten, and what waits for people. Says so when it has to be seen. */
final class LivenessWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LivenessWatch.class);

    private final SagaJournal journal;
    private final EngineClock clock;
    private volatile @Nullable Liveness latest;

    LivenessWatch(SagaJournal journal, EngineClock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /** What was seen last; empty before the first look and while the database has not answered yet. */
    Optional<Liveness> latest() {
        return Optional.ofNullable(latest);
    }

    void look() {
        try {
            Liveness now = new Liveness(
                    journal.countWithoutWakeUp(),
                    journal.mailbox().countWaiting(),
                    journal.reviews().countOpen(),
                    journal.reviews().oldest().orElse(Duration.ZERO),
                    clock.instant());
            if (now.sagasWithoutWakeUp() > 0) {
                LOG.error(
                        "{} sagas have not ended and nothing would ever wake them up; this is a defect: look for sagas without"
                                + " wake_at and without an open review, and wake them by hand",
                        now.sagasWithoutWakeUp());
            }
            latest = now;
        } catch (JournalUnavailableException later) {
            LOG.debug("what waits is looked at later: {}", later.getMessage());
        } catch (RuntimeException failure) {
            LOG.error("looking at what waits failed; it is tried again", failure);
        }
    }
}
