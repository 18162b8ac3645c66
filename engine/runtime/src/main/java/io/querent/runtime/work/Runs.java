package io.querent.runtime.work;

import io.querent.decision.SagaState;
import io.querent.runtime.journal.Party;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal.HeldLease;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.SagaId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The sagas that this node owns, or is creating. Thread-safe. */
final class Runs implements RunListener {
    private final ConcurrentMap<SagaId, SagaRun<?>> owned = new ConcurrentHashMap<>();
    private final ConcurrentMap<SagaId, Start> starting = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final Completions completions;
    private final EngineCounters counters;
    private final Occupancy occupancy;
    private final Consumer<Duration> dueIn;

    /**
     * @param most sagas at a time
     * @param dueIn told when a saga was let go that is due after the given time
     */
    Runs(Completions completions, EngineCounters counters, int most, Consumer<Duration> dueIn) {
        this.completions = completions;
        this.counters = counters;
        this.occupancy = new Occupancy(most);
        this.dueIn = dueIn;
    }

    int size() {
        return owned.size();
    }

    /** Whether one more saga of that party fits in, with some room left for others. */
    boolean hasRoomFor(Party party) {
        return occupancy.hasRoomFor(party);
    }

    /** Parties that have so many sagas here that no more of theirs are to be claimed. */
    List<Party> fullParties() {
        return occupancy.full();
    }

    Collection<SagaRun<?>> all() {
        return owned.values();
    }

    /** Takes a new saga in; returns the start of the same saga that is under way already, if there is one. */
    Optional<Start> begin(Start start) {
        return Optional.ofNullable(starting.putIfAbsent(start.key().id(), start));
    }

    /** The start came to nothing before it reached the database. */
    void forget(Start start) {
        starting.remove(start.key().id(), start);
    }

    /** Takes in a saga that is to be created; false when this node has a run of it already. */
    boolean add(SagaRun<?> run) {
        boolean added = owned.putIfAbsent(run.key().id(), run) == null;
        if (added) {
            occupancy.enter(run.party());
        }
        return added;
    }

    /**
     * Takes in a saga that was claimed. A run that is still there has let it go in a commit whose answer it has not worked through
     * yet, or has lost it.
     */
    void replace(SagaRun<?> run) {
        SagaRun<?> former = owned.put(run.key().id(), run);
        occupancy.enter(run.party());
        if (former != null) {
            occupancy.leave(former.party());
            former.lose();
        }
    }

    Optional<SagaRun<?>> find(SagaId id) {
        return Optional.ofNullable(owned.get(id));
    }

    List<HeldLease> leases() {
        List<HeldLease> leases = new ArrayList<>();
        for (Map.Entry<SagaId, SagaRun<?>> entry : owned.entrySet()) {
            if (!starting.containsKey(entry.getKey())) {
                leases.add(
                        new HeldLease(entry.getKey(), entry.getValue().owner().token()));
            }
        }
        return leases;
    }

    @Override
    public void started(SagaRun<?> run) {
        counters.add(Count.SAGAS_STARTED);
        finish(run, new Start.Found.Created());
    }

    @Override
    public void existed(SagaRun<?> run, SagaRow row) {
        remove(run);
        finish(run, new Start.Found.Existing(row));
    }

    @Override
    public void notStarted(SagaRun<?> run, Throwable failure) {
        remove(run);
        Start start = starting.remove(run.key().id());
        if (start != null) {
            start.result().completeExceptionally(failure);
        }
    }

    @Override
    public void released(SagaRun<?> run, SagaState state, Possession possession) {
        remove(run);
        completions.tell(run.key().id(), state);
        if (possession instanceof Possession.DueIn due) {
            dueIn.accept(due.delay());
        }
    }

    @Override
    public void lost(SagaRun<?> run) {
        remove(run);
    }

    /** Waits until no saga is owned, for {@code longest} at most; returns whether none is. */
    boolean awaitEmpty(Duration longest) {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!owned.isEmpty() && left > 0) {
                left = emptied.awaitNanos(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return owned.isEmpty();
    }

    private void remove(SagaRun<?> run) {
        if (owned.remove(run.key().id(), run)) {
            occupancy.leave(run.party());
        }
        if (owned.isEmpty()) {
            lock.lock();
            try {
                emptied.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void finish(SagaRun<?> run, Start.Found found) {
        Start start = starting.remove(run.key().id());
        if (start != null) {
            start.result().complete(found);
        }
    }
}
