package io.querent.runtime.work;

import io.querent.decision.Owner;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Party;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes due sagas, and those of owners that show no sign of life, from the database. One thread; it sleeps until the next saga
 * that this node knows to be due, or for the poll interval.
 */
final class Claimer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Claimer.class);
    private static final int BATCH = 100;

    private final EngineParts parts;
    private final Definitions definitions;
    private final Runs runs;
    private final WakeUpCall wakeUpCall;
    private volatile boolean stopped;
    private boolean unavailable;

    Claimer(EngineParts parts, Definitions definitions, Runs runs, WakeUpCall wakeUpCall) {
        this.parts = parts;
        this.definitions = definitions;
        this.runs = runs;
        this.wakeUpCall = wakeUpCall;
    }

    void stop() {
        stopped = true;
        wakeUpCall.in(Duration.ZERO);
    }

    void wakeUp() {
        wakeUpCall.in(Duration.ZERO);
    }

    @Override
    public void run() {
        while (!stopped) {
            boolean more = false;
            try {
                more = claim();
                unavailable = false;
            } catch (JournalUnavailableException failure) {
                sayOnce(failure);
            } catch (RuntimeException failure) {
                LOG.error("claiming due sagas failed; it is tried again", failure);
            }
            if (!more) {
                wakeUpCall.await(parts.settings().pollInterval());
            }
        }
    }

    /** Returns whether there may be more to claim at once. */
    private boolean claim() {
        int room = parts.settings().maxOwned() - runs.size();
        if (room <= 0) {
            return false;
        }
        // Half of the room, so that a party which fills up what is left does not do so with one claim.
        int limit = Math.min(BATCH, (room + 1) / 2);
        List<Party> full = runs.fullParties();
        long askedAt = System.nanoTime();
        List<StoredSaga> claimed = parts.journal()
                .claim(new SagaJournal.Claim(
                        parts.settings().node(),
                        definitions.versions(),
                        limit,
                        parts.settings().lease(),
                        full));
        for (StoredSaga saga : claimed) {
            parts.counters().add(Count.SAGAS_CLAIMED);
            take(saga, askedAt);
        }
        boolean mayBeMore = claimed.size() == limit || (!full.isEmpty() && !claimed.isEmpty());
        return mayBeMore && !stopped;
    }

    private void take(StoredSaga saga, long askedAt) {
        try {
            SagaState state = saga.state();
            start(definitions.of(state), state, saga.row().token(), askedAt);
        } catch (RuntimeException damaged) {
            LOG.error(
                    "saga {} cannot be run by this node; it stays claimed until its lease ends",
                    saga.row().key(),
                    damaged);
        }
    }

    private <I> void start(SagaDefinition<I> definition, SagaState state, long token, long askedAt) {
        Owner owner = new Owner(parts.settings().node(), token);
        SagaRun<I> run = new SagaRun<>(parts, definition, state.key(), owner, state, runs);
        run.lease().renewedAt(askedAt);
        runs.replace(run);
        run.tell(new SagaCommand.TakeOver(
                owner, parts.draws().getAsDouble(), parts.clock().instant()));
    }

    private void sayOnce(JournalUnavailableException failure) {
        if (!unavailable) {
            LOG.warn("no sagas are claimed while the database is not available: {}", failure.getMessage());
        }
        unavailable = true;
    }
}
