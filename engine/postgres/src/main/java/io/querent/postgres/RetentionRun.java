package io.querent.postgres;

import io.querent.runtime.archive.HistoryArchive;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.retention.RetentionPolicy;
import io.querent.saga.QuerentException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What the parts of one run share: its lease, its bounds, and the moving on of histories. Used by one thread. */
final class RetentionRun {
    private static final int MOST_TRIES = 50;
    private static final long PAUSE_MILLIS = 100;

    private final Database database;
    private final RetentionLease lease;
    private final RetentionPolicy policy;
    private final HistoryArchive archive;
    private final BooleanSupplier stopping;
    private final CountDownLatch never = new CountDownLatch(1);
    private long moved;
    private long exported;

    RetentionRun(
            Database database,
            RetentionLease lease,
            RetentionPolicy policy,
            HistoryArchive archive,
            BooleanSupplier stopping) {
        this.database = database;
        this.lease = lease;
        this.policy = policy;
        this.archive = archive;
        this.stopping = stopping;
    }

    /** What is done under the lease. */
    interface Work<T> {
        /** @param holds number of holds that were placed so far; none is placed until the transaction ends */
        T on(Connection connection, long holds) throws SQLException;
    }

    RetentionPolicy policy() {
        return policy;
    }

    HistoryArchive archive() {
        return archive;
    }

    boolean isStopping() {
        return stopping.getAsBoolean();
    }

    long moved() {
        return moved;
    }

    long exported() {
        return exported;
    }

    void countExported(long sagas) {
        exported += sagas;
    }

    /** Reads, without keeping anybody out. */
    <T> T read(String what, Database.Work<T> work) {
        return database.autoCommitted(what, work);
    }

    /** Writes, in one transaction that nobody else's run can have overtaken. */
    <T> T write(String what, Work<T> work) {
        return database.committed(what, connection -> work.on(connection, lease.renew(connection)));
    }

    /** The same, where others may be in the way: empty when they were, for longer than the transaction waits. */
    <T> Optional<T> writeUnlessLocked(String what, Work<T> work) {
        try {
            return Optional.of(write(what, work));
        } catch (JournalUnavailableException failure) {
            if (FailureKind.of(failure) == FailureKind.LOCKED) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    /**
     * Moves histories on, and waits for those whose rows others are writing.
     *
     * @throws QuerentException QRT-3406 when others do not let go of one
     */
    void moveOn(List<MonthSagas.Located> sagas) {
        List<MonthSagas.Located> left = new ArrayList<>(sagas);
        for (int tries = 1; !left.isEmpty(); tries++) {
            List<MonthSagas.Located> now = List.copyOf(left.subList(0, Math.min(left.size(), policy.batch())));
            Set<UUID> done = write("moving histories on", (connection, holds) -> HistoryMoves.move(connection, now));
            moved += done.size();
            left.removeIf(each -> done.contains(each.id().value()));
            if (done.isEmpty()) {
                waitFor(left.get(0), tries);
            }
        }
    }

    private void waitFor(MonthSagas.Located saga, int tries) {
        if (tries > MOST_TRIES) {
            throw new QuerentException(
                    "QRT-3406",
                    "a saga's history cannot be moved on; key=" + saga.id()
                            + ", expected=a row of querent.saga that points to"
                            + " period " + saga.period() + " and that nobody has locked for "
                            + MOST_TRIES * PAUSE_MILLIS
                            + " ms, found=none; end a transaction that holds the row (pg_stat_activity), or compare the row"
                            + " with its events; the next run tries again");
        }
        pause();
    }

    /** For others to get on. */
    void pause() {
        try {
            boolean unused = never.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
