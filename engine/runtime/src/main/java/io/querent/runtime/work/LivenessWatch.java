package io.querent.runtime.work;

import io.querent.runtime.journal.DefinitionRegistry;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.SagaJournal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, while the engine runs, whether any saga was forgotten, and what waits for people. Says so when it has to be seen. */
final class LivenessWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LivenessWatch.class);

    private static final Duration UNATTENDED_AFTER = Duration.ofMinutes(2);

    private final SagaJournal journal;
    private final EngineClock clock;
    private final List<SagaJournal.DefinitionVersion> own;
    private List<DefinitionRegistry.Unattended> unattended = List.of();
    private volatile @Nullable Liveness latest;

    LivenessWatch(SagaJournal journal, EngineClock clock, List<SagaJournal.DefinitionVersion> own) {
        this.journal = journal;
        this.clock = clock;
        this.own = List.copyOf(own);
    }

    /** What was seen last; empty before the first look and while the database has not answered yet. */
    Optional<Liveness> latest() {
        return Optional.ofNullable(latest);
    }

    /** Nodes that lack a version leave its sagas alone; that nobody has it any more has to be seen. */
    private void lookForUnattended() {
        journal.definitions().seen(own);
        List<DefinitionRegistry.Unattended> now = journal.definitions().unattended(UNATTENDED_AFTER);
        if (!now.isEmpty() && !now.equals(unattended)) {
            LOG.warn("sagas are due and no node runs their definition: {}; run a node that has it, or move them", now);
        }
        unattended = now;
    }

    void look() {
        try {
            lookForUnattended();
            Liveness now = new Liveness(
                    journal.countWithoutWakeUp(),
                    unattended.stream()
                            .mapToLong(DefinitionRegistry.Unattended::sagas)
                            .sum(),
                    journal.mailbox().countWaiting(),
                    journal.reviews().countOpen(),
                    journal.reviews().oldest().orElse(Duration.ZERO),
                    journal.outbox().figures(),
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
