package io.querent.testkit.explorer;

import java.time.Instant;

/**
 * A request on its way.
 *
 * @param operation index of the operation
 * @param replyTo token of the process that is answered; 0 where nobody is
 * @param before when it has arrived or never will
 * @param slow whether time passes on its way
 */
record Letter(int operation, int attempt, long replyTo, String key, String body, Instant before, boolean slow) {
    static final long NOBODY = 0;

    Letter slowed() {
        return new Letter(operation, attempt, replyTo, key, body, before, true);
    }

    Letter copied() {
        return new Letter(operation, attempt, NOBODY, key, body, before, true);
    }
}
