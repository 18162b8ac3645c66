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

/** Appends that wait for a writer, bounded in number and size: who adds to a full queue waits. Thread-safe. */
final class AppendQueue {
    /** Payload characters that may wait. Some hundred megabytes of heap at worst. */
    private static final long MOST_CHARACTERS = 64L * 1024 * 1024;

    /** Payload characters in one batch, which the driver holds once more in encoded form. */
    private static final long MOST_CHARACTERS_IN_A_BATCH = 4L * 1024 * 1024;

    private final int limit;
    private final int batchLimit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final Condition taken = lock.newCondition();
    private final Deque<PendingAppend> waiting = new ArrayDeque<>();
    private long characters;
    private boolean closed;
    private boolean abandoned;

    AppendQueue(int limit, int batchLimit) {
        this.limit = limit;
        this.batchLimit = batchLimit;
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
     * Takes appends of sagas that are all different, in the order in which they came, after waiting for the first.
     *
     * @return empty when the queue is closed and nothing is left, or abandoned
     */
    List<PendingAppend> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty()) {
                if (closed) {
                    return List.of();
                }
                added.await();
            }
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
