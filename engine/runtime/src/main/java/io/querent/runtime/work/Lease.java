package io.querent.runtime.work;

import java.time.Duration;

/**
 * How long this node may believe to own a saga, by its own monotonic clock, counted from before the database was asked: always
 * shorter than what the database granted. It only ever keeps the node from sending; what may be written is decided by the
 * fencing token. Thread-safe.
 */
final class Lease {
    private final long nanos;
    private volatile long endsAt;

    Lease(Duration length) {
        this.nanos = length.toNanos();
        this.endsAt = System.nanoTime() + nanos;
    }

    /** The lease was renewed by a statement that was sent at {@code nanoTime}. */
    void renewedAt(long nanoTime) {
        endsAt = nanoTime + nanos;
    }

    /** Whether the lease has certainly not ended. */
    boolean holds() {
        return System.nanoTime() - endsAt < 0;
    }
}
