package io.querent.testkit.store;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What there is to do in a store.
 *
 * @param due sagas that somebody should take now
 * @param letters letters that nobody has looked at yet
 * @param laterLetters letters that somebody should look at again now
 * @param next when the next saga is due that is not now; null when none will be
 */
public record Standing(
        long due, long letters, long laterLetters, @Nullable Instant next) {
    /** When the next saga is due that is not now. */
    public Optional<Instant> nextIfAny() {
        return Optional.ofNullable(next);
    }
}
