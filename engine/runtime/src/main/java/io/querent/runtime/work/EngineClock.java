package io.querent.runtime.work;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * The time that commands carry: the database's, so that all nodes agree, moved on by this process's monotonic clock between two
 * looks. A node whose wall clock is wrong, or jumps, changes nothing. It never goes back. Thread-safe.
 */
public final class EngineClock implements InstantSource {
    private final LongSupplier nanos;
    private volatile Fix fix;

    private record Fix(Instant time, long nanos) {}

    /**
     * A clock that shows {@code time} now.
     *
     * @param nanos a monotonic clock, {@code System::nanoTime} in production
     */
    public EngineClock(Instant time, LongSupplier nanos) {
        this.nanos = nanos;
        this.fix = new Fix(time, nanos.getAsLong());
    }

    /** The database was seen to show {@code time}. An earlier time than this clock's own is not believed: time stands still. */
    public synchronized void adjust(Instant time) {
        Instant shown = read();
        fix = new Fix(time.isBefore(shown) ? shown : time, nanos.getAsLong());
    }

    /** The time in microseconds, as the database keeps it. */
    @Override
    public Instant instant() {
        return read().truncatedTo(ChronoUnit.MICROS);
    }

    private Instant read() {
        Fix latest = fix;
        return latest.time().plus(Duration.ofNanos(nanos.getAsLong() - latest.nanos()));
    }
}
