package io.querent.saga;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks a user's function for an amount. What it throws is no amount, an error as well: nothing that moves money waits for it. */
final class StatedAmount {
    private StatedAmount() {}

    static <T> Optional<Amount> of(Function<T, Amount> function, T of) {
        try {
            // The user's functions are not checked for nullness when they are compiled.
            @Nullable Amount stated = function.apply(of);
            return Optional.ofNullable(stated);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError untold) {
            return Optional.empty();
        }
    }
}
