package io.querent.testkit.engine;

import io.querent.saga.SagaId;
import io.querent.testkit.store.Backing;
import io.querent.testkit.store.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Lets time pass: from one due time to the next, each time until the running nodes have done what there was to do. So what would have
 * happened in the course of hours happens in its order and at its time.
 */
final class Passage {
    /** A task that does nothing for so long waits for something outside. */
    private static final Duration PATIENCE = Duration.ofMillis(400);

    private static final Duration LONGEST_STEP = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration SHORTEST_MOVE = Duration.ofMillis(1);

    private final Backing backing;
    private final Activity activity;
    private final Supplier<Collection<NodeView>> running;
    private final ReadWriteLock moving = new ReentrantReadWriteLock();

    Passage(Backing backing, Activity activity, Supplier<Collection<NodeView>> running) {
        this.backing = backing;
        this.activity = activity;
        this.running = running;
    }

    /** What nodes hold while they need the clock to stand where it is. */
    Lock still() {
        return moving.readLock();
    }

    /** @throws IllegalStateException when there is no end to what happens meanwhile */
    synchronized void advance(Duration by) {
        long begun = System.nanoTime();
        Instant target = backing.clock().instant().plus(by);
        awaitQuiet(false);
        for (int moves = 1; backing.clock().instant().isBefore(target); moves++) {
            move(untilNext(target));
            awaitQuiet(false);
            if (System.nanoTime() - begun > LONGEST.toNanos()) {
                throw endless(by, target, moves);
            }
        }
        awaitQuiet(true);
    }

    private IllegalStateException endless(Duration by, Instant target, int moves) {
        return new IllegalStateException("QRT-8001 " + by + " did not pass within " + LONGEST + "; due times=" + moves
                + ", left=" + Duration.between(backing.clock().instant(), target)
                + "; advance by less, or give the steps longer pauses");
    }

    /** Waits until nothing is left to do, or until nothing happens any more. */
    void awaitQuiet(boolean allLetters) {
        long begun = System.nanoTime();
        long seen = activity.count();
        while (!isQuiet(allLetters) && System.nanoTime() - begun < LONGEST_STEP.toNanos()) {
            if (!activity.awaitAfter(seen, PATIENCE)) {
                return;
            }
            seen = activity.count();
        }
    }

    private boolean isQuiet(boolean allLetters) {
        moving.writeLock().lock();
        try {
            Standing standing = backing.standing(held());
            return standing.due() == 0
                    && standing.letters() == 0
                    && (!allLetters || standing.laterLetters() == 0)
                    && running.get().stream().noneMatch(NodeView::isBusy);
        } finally {
            moving.writeLock().unlock();
        }
    }

    private Duration untilNext(Instant target) {
        Instant now = backing.clock().instant();
        Duration left = Duration.between(now, target);
        Duration stored = backing.standing(held())
                .nextIfAny()
                .map(next -> Duration.between(now, next))
                .orElse(left);
        Duration awaited = backing.clock()
                .nextAppointment()
                .map(next -> Duration.between(now, next))
                .orElse(left);
        Duration soonest = running.get().stream()
                .flatMap(node -> node.timer().untilNext().stream())
                .reduce(shorter(left, shorter(stored, awaited)), Passage::shorter);
        return soonest.compareTo(SHORTEST_MOVE) < 0 ? SHORTEST_MOVE : soonest;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private void move(Duration by) {
        moving.writeLock().lock();
        try {
            Set<UUID> holders = new HashSet<>();
            for (NodeView node : running.get()) {
                node.renew(by);
                holders.addAll(node.slotHolders());
            }
            backing.advance(by, holders);
        } finally {
            moving.writeLock().unlock();
        }
        running.get().forEach(node -> node.timer().ring());
        activity.note();
    }

    private Set<SagaId> held() {
        Set<SagaId> held = new HashSet<>();
        running.get().forEach(node -> held.addAll(node.held()));
        return held;
    }

    /** A running node, as far as time is concerned. */
    interface NodeView {
        /** Whether it works on something that will come to an end by itself. */
        boolean isBusy();

        /** The sagas that it has. */
        Set<SagaId> held();

        /** Under which ids it holds slots. */
        Set<UUID> slotHolders();

        /** What goes off on it, and when. */
        TestTimer timer();

        /** Renews its leases so that they outlast a move of the clock. */
        void renew(Duration beyond);
    }
}
