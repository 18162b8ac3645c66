package io.querent.testkit.store;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A clock that runs like any other, and that a test can move ahead. It never goes back. Thread-safe. */
public final class TestClock implements InstantSource {
    private final Instant start;
    private final long startNanos = System.nanoTime();
    private final Set<Appointment> appointments = ConcurrentHashMap.newKeySet();
    private volatile long ahead;

    /** A clock that shows {@code start} now. */
    public TestClock(Instant start) {
        this.start = start;
    }

    /** The time in microseconds, as databases keep it. */
    @Override
    public Instant instant() {
        return start.plusNanos(nanoTime() - startNanos).truncatedTo(ChronoUnit.MICROS);
    }

    /** The same clock as a number of nanoseconds, for measuring. */
    public long nanoTime() {
        return System.nanoTime() + ahead;
    }

    /** How far it was moved ahead in all. */
    public Duration ahead() {
        return Duration.ofNanos(ahead);
    }

    /** Somebody waits for {@code time} until the appointment is closed: whoever moves the clock stops there. */
    public Appointment until(Instant time) {
        Appointment appointment = new Appointment(time);
        appointments.add(appointment);
        return appointment;
    }

    /** The next time that somebody waits for. */
    public Optional<Instant> nextAppointment() {
        Instant now = instant();
        return appointments.stream()
                .map(each -> each.time)
                .filter(time -> time.isAfter(now))
                .min(Instant::compareTo);
    }

    /** @throws IllegalArgumentException when {@code by} is negative */
    public synchronized void move(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time only goes forward, not by " + by);
        }
        ahead += by.toNanos();
    }

    /** A time that somebody waits for. */
    public final class Appointment implements AutoCloseable {
        private final Instant time;

        private Appointment(Instant time) {
            this.time = time;
        }

        @Override
        public void close() {
            appointments.remove(this);
        }
    }
}
