package io.querent.decision;

import java.time.Duration;

/** The time until what was refused at once is tried again. Pure. */
final class Pause {
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private Pause() {}

    /** There always is one: our own gate refuses at once, and would be tried again at the same moment, without an end. */
    static Duration of(Duration drawn) {
        return drawn.compareTo(SHORTEST) < 0 ? SHORTEST : drawn;
    }
}
