package io.querent.runtime.work;

import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.SagaJournal.HeldLease;
import io.querent.saga.SagaId;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of all sagas that this node owns, in one statement, three times a lease, and looks at the database's clock
 * on the way. A lease that the database no longer grants ends its run.
 */
final class LeaseKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    private final EngineParts parts;
    private final Runs runs;
    private boolean unavailable;

    LeaseKeeper(EngineParts parts, Runs runs) {
        this.parts = parts;
        this.runs = runs;
    }

    void renew() {
        try {
            parts.clock().adjust(parts.journal().serverTime());
            List<HeldLease> held = runs.leases();
            if (!held.isEmpty()) {
                renew(held);
            }
            unavailable = false;
        } catch (JournalUnavailableException failure) {
            if (!unavailable) {
                LOG.warn("leases are not renewed while the database is not available: {}", failure.getMessage());
            }
            unavailable = true;
        } catch (RuntimeException failure) {
            LOG.error("leases could not be renewed", failure);
        }
    }

    private void renew(List<HeldLease> held) {
        long askedAt = System.nanoTime();
        Set<SagaId> renewed = parts.journal()
                .renew(parts.settings().node(), held, parts.settings().lease());
        for (HeldLease lease : held) {
            runs.find(lease.saga())
                    .filter(run -> run.owner().token() == lease.token())
                    .ifPresent(run -> settle(run, renewed.contains(lease.saga()), askedAt));
        }
    }

    /** A saga that let itself go in between is not lost: its run is over already and does not care. */
    private void settle(SagaRun<?> run, boolean renewed, long askedAt) {
        if (renewed) {
            run.lease().renewedAt(askedAt);
        } else {
            run.lose();
        }
    }
}
