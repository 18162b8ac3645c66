package io.querent.runtime.action;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks again and again until something has come about: what carries it out is a thread of some node. */
final class Waiting {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final long end;

    private Waiting(long end) {
        this.end = end;
    }

    static Waiting atMost(Duration longest) {
        return new Waiting(System.nanoTime() + longest.toNanos());
    }

    /** What {@code look} gives as soon as it gives something; empty when it does not in time, or the thread is interrupted. */
    <T> Optional<T> until(Supplier<Optional<T>> look) {
        Optional<T> seen = look.get();
        while (seen.isEmpty() && System.nanoTime() - end < 0) {
            try {
                Thread.sleep(PAUSE.toMillis());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
            seen = look.get();
        }
        return seen;
    }
}
