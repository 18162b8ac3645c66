package io.querent.receiver.jdbc;

import io.querent.receiver.LeaseLostException;
import io.querent.receiver.OperationLease;
import java.time.Duration;

/** A lease as its holder sees it: it ends a little earlier here than in the database, and is kept alive by {@link Heartbeats}. */
final class RenewableLease implements OperationLease {
    private final Held held;
    private final long lengthNanos;
    private volatile long endsAtNanos;
    private volatile boolean lost;

    /** @param grantedAtNanos {@link System#nanoTime} before the statement that granted it was sent */
    RenewableLease(Held held, Duration length, long grantedAtNanos) {
        this.held = held;
        this.lengthNanos = length.toNanos();
        this.endsAtNanos = grantedAtNanos + lengthNanos;
    }

    Held held() {
        return held;
    }

    void renewed(long sentAtNanos) {
        endsAtNanos = sentAtNanos + lengthNanos;
    }

    void lose() {
        lost = true;
    }

    boolean isLost() {
        return lost || System.nanoTime() - endsAtNanos >= 0;
    }

    @Override
    public String caller() {
        return held.request().caller();
    }

    @Override
    public String key() {
        return held.request().key();
    }

    @Override
    public long token() {
        return held.token();
    }

    @Override
    public int attempt() {
        return held.attempt();
    }

    @Override
    public void check() {
        if (isLost()) {
            throw new LeaseLostException(key(), token());
        }
    }
}
