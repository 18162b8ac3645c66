package io.querent.saga;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How to make good for a step: a new operation with its own key, request, budgets and query.
 *
 * @param <I> type of the saga's input
 */
public final class CompensationDefinition<I> {
    private final OperationDefinition<I, ?, ?> operation;
    private final @Nullable Set<String> after;

    CompensationDefinition(OperationDefinition<I, ?, ?> operation, @Nullable Set<String> after) {
        this.operation = operation;
        this.after = after == null ? null : Collections.unmodifiableSet(new LinkedHashSet<>(after));
    }

    /** The operation. */
    public OperationDefinition<I, ?, ?> operation() {
        return operation;
    }

    /** Steps whose compensation must be settled first, where the definition says so; empty for the reverse of the way forward. */
    public Optional<Set<String>> after() {
        return Optional.ofNullable(after);
    }
}
