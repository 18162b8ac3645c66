package io.querent.spring.embedded;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The end of one bounded wait. */
final class Deadline {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Duration allowed;
    private final long endNanos;

    private Deadline(Duration allowed) {
        this.allowed = allowed;
        this.endNanos = System.nanoTime() + allowed.toNanos();
    }

    static Deadline in(Duration allowed) {
        return new Deadline(allowed);
    }

    Duration allowed() {
        return allowed;
    }

    boolean hasPassed() {
        return System.nanoTime() - endNanos >= 0;
    }

    /** At least one second, what programs take as their shortest limit. */
    Duration left() {
        return Duration.ofNanos(Math.max(TimeUnit.SECONDS.toNanos(1), endNanos - System.nanoTime()));
    }

    /** Waits a moment before the next look. */
    void pause(Path directory) {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw EmbeddedPostgresException.interrupted(directory, "a server");
        }
    }
}
