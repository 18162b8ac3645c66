package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.world.Commit;

/** Something that holds after every command. */
@FunctionalInterface
interface Rule {
    /** Called for every accepted command, in order. */
    void check(Commit commit, Accepted accepted);

    /** Fails with {@code message} unless the rule holds. */
    static void require(boolean holds, String message, Object... arguments) {
        if (!holds) {
            throw new AssertionError(String.format(message, arguments));
        }
    }
}
