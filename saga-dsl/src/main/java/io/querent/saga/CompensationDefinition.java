package io.querent.saga;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How to make good for a step: a new operation with its own key, request, budgets and query. Which one may depend on where the
 * provider stands: where it refuses one definitely, because a charge is captured and can no longer be voided, the next is sent.
 *
 * @param <I> type of the saga's input
 */
public final class CompensationDefinition<I> {
    private final OperationDefinition<I, ?, ?> operation;
    private final List<Alternative<I>> alternatives;
    private final @Nullable Set<String> after;

    /**
     * What is sent instead when the one before it was refused.
     *
     * @param operation the operation
     * @param codes refusals that lead to it
     * @param <I> type of the saga's input
     */
    public record Alternative<I>(OperationDefinition<I, ?, ?> operation, Set<String> codes) {
        public Alternative {
            codes = Set.copyOf(codes);
        }
    }

    CompensationDefinition(
            OperationDefinition<I, ?, ?> operation, List<Alternative<I>> alternatives, @Nullable Set<String> after) {
        this.operation = operation;
        this.alternatives = List.copyOf(alternatives);
        this.after = after == null ? null : Collections.unmodifiableSet(new LinkedHashSet<>(after));
    }

    CompensationDefinition<I> ofItem(String item) {
        return new CompensationDefinition<>(
                operation.named(undoOf(item, operation)),
                alternatives.stream()
                        .map(one ->
                                new Alternative<>(one.operation().named(undoOf(item, one.operation())), one.codes()))
                        .toList(),
                after);
    }

    private static String undoOf(String item, OperationDefinition<?, ?, ?> undo) {
        return item + undo.name().substring(undo.name().lastIndexOf('.'));
    }

    /** The operation that is sent first. */
    public OperationDefinition<I, ?, ?> operation() {
        return operation;
    }

    /** What is sent when that is refused, one after the other. */
    public List<Alternative<I>> alternatives() {
        return alternatives;
    }

    /** All operations, the first one first. */
    public List<OperationDefinition<I, ?, ?>> operations() {
        List<OperationDefinition<I, ?, ?>> all = new ArrayList<>();
        all.add(operation);
        alternatives.forEach(one -> all.add(one.operation()));
        return all;
    }

    /** The first of the operations that can make good for a part; empty where none can. */
    public Optional<OperationDefinition<I, ?, ?>> inParts() {
        return operations().stream().filter(OperationDefinition::inParts).findFirst();
    }

    /** The operation of that name that makes good for a part; empty where that is no name of one. */
    Optional<OperationDefinition<I, ?, ?>> part(String name) {
        return OperationKey.partOf(name).isPresent()
                ? inParts().<OperationDefinition<I, ?, ?>>map(one -> one.named(name))
                : Optional.empty();
    }

    /** Steps whose compensation must be settled first, where the definition says so; empty for the reverse of the way forward. */
    public Optional<Set<String>> after() {
        return Optional.ofNullable(after);
    }
}
