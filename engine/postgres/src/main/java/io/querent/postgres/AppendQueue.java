package io.querent.postgres;

import io.querent.saga.SagaId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Appends that wait for a writer, bounded in number and size: who adds to a full queue waits. So many may write at a time as there are
 * places, and nobody writes before those who wait. Thread-safe.
 */
final class AppendQueue {
    /** Payload characters that may wait. Some hundred megabytes of heap at worst. */
    private static final long MOST_CHARACTERS = 64L * 1024 * 1024;

    /** Payload characters in one batch, which the driver holds once more in encoded form. */
    private static final long MOST_CHARACTERS_IN_A_BATCH = 4L * 1024 * 1024;

    private final int limit;
    private final int batchLimit;
    private final int places;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Condition taken = lock.newCondition();
    private final Condition left = lock.newCondition();
    private final Deque<PendingAppend> waiting = new ArrayDeque<>();
    private long characters;
    private int writing;
    private boolean closed;
    private boolean abandoned;

    /** @param places how many may write at a time */
    AppendQueue(int limit, int batchLimit, int places) {
        this.limit = limit;
        this.batchLimit = batchLimit;
        this.places = places;
    }

    /**
     * Takes a writer's place without an append from the queue, unless somebody waits or all places are taken. To be given back with
     * {@link #leave()}.
     */
    boolean enter() {
        lock.lock();
        try {
            boolean free = !closed && waiting.isEmpty() && writing < places;
            if (free) {
                writing++;
            }
            return free;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back the place that came with {@link #enter()} or with what {@link #take()} returned. */
    void leave() {
        lock.lock();
        try {
            writing--;
            if (!waiting.isEmpty()) {
                added.signal();
            } else if (closed) {
                // A writer may still wait for a place, for the sake of what another one has taken.
                added.signalAll();
            }
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until nobody writes, for {@code nanos} at most. */
    void awaitIdle(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = nanos;
            while (writing > 0 && remaining > 0) {
                remaining = left.awaitNanos(remaining);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds an append, after waiting for room. It waits even when its thread is interrupted, since an append is never dropped; an
     * interruption is kept for the caller.
     *
     * @param evenIfFull does not wait: for threads that are needed to make room
     * @return false when the queue is closed
     */
    boolean add(PendingAppend append, boolean evenIfFull) {
        lock.lock();
        try {
            while (!closed && !evenIfFull && isFull()) {
                taken.awaitUninterruptibly();
            }
            if (closed) {
                return false;
            }
            waiting.addLast(append);
            characters += append.encoded().characters();
            added.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts back, behind all others, what a writer could not write; also into a closed queue.
     *
     * @return false when the queue was abandoned
     */
    boolean putBack(PendingAppend append) {
        lock.lock();
        try {
            if (abandoned) {
                return false;
            }
            waiting.addLast(append);
            characters += append.encoded().characters();
            added.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes appends of sagas that are all different, in the order in which they came, after waiting for the first, and a writer's place
     * with them.
     *
     * @return empty when the queue is closed and nothing is left, or abandoned
     */
    List<PendingAppend> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() || writing == places) {
                if (closed && waiting.isEmpty()) {
                    return List.of();
                }
                added.await();
            }
            writing++;
            List<PendingAppend> batch = drain();
            taken.signalAll();
            if (!waiting.isEmpty()) {
                added.signal();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Lets nothing more in; what is in can still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            added.signalAll();
            taken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes all that is left; nobody puts anything back after that. */
    List<PendingAppend> abandon() {
        lock.lock();
        try {
            closed = true;
            abandoned = true;
            added.signalAll();
            taken.signalAll();
            List<PendingAppend> all = List.copyOf(waiting);
            waiting.clear();
            characters = 0;
            return all;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull() {
        return waiting.size() >= limit || characters >= MOST_CHARACTERS;
    }

    private List<PendingAppend> drain() {
        List<PendingAppend> batch = new ArrayList<>(Math.min(waiting.size(), batchLimit));
        Set<SagaId> sagas = new HashSet<>();
        long size = 0;
        Iterator<PendingAppend> next = waiting.iterator();
        while (next.hasNext() && batch.size() < batchLimit && size < MOST_CHARACTERS_IN_A_BATCH) {
            PendingAppend append = next.next();
            boolean apart = append.alone() && !batch.isEmpty();
            if (apart || !sagas.add(append.encoded().id())) {
                continue;
            }
            next.remove();
            batch.add(append);
            size += append.encoded().characters();
            if (append.alone()) {
                break;
            }
        }
        characters -= size;
        return batch;
    }
}
