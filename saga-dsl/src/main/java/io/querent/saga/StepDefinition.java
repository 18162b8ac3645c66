package io.querent.saga;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One step of a definition. Immutable.
 *
 * @param <I> type of the saga's input
 */
public final class StepDefinition<I> {
    private final OperationDefinition<I, ?, ?> action;
    private final Set<String> after;
    private final boolean atStart;
    private final boolean pivot;
    private final boolean retriable;
    private final boolean needsNoUndo;
    private final @Nullable CompensationDefinition<I> compensation;

    StepDefinition(OperationDefinition<I, ?, ?> action, StepSketch<I, ?> sketch) {
        this.action = action;
        this.after = Collections.unmodifiableSet(new LinkedHashSet<>(sketch.after));
        this.atStart = sketch.atStart;
        this.pivot = sketch.pivot;
        this.retriable = sketch.retriable;
        this.needsNoUndo = sketch.needsNoUndo;
        this.compensation = sketch.compensation;
    }

    /** Name of the step and of its action. */
    public String name() {
        return action.name();
    }

    /** What the step does. */
    public OperationDefinition<I, ?, ?> action() {
        return action;
    }

    /** Steps that must have succeeded before this one starts, in the order of declaration. */
    public Set<String> after() {
        return after;
    }

    /** Whether it was said that the step runs at once, beside others. */
    public boolean atStart() {
        return atStart;
    }

    /** Whether the saga only goes forward once this step has succeeded. */
    public boolean pivot() {
        return pivot;
    }

    /** Whether the downstream never refuses it, so that trying again always ends in success. */
    public boolean retriable() {
        return retriable;
    }

    /** Whether its effect may stay when the saga is compensated. */
    public boolean needsNoUndo() {
        return needsNoUndo;
    }

    /** How to make good for it. */
    public Optional<CompensationDefinition<I>> compensation() {
        return Optional.ofNullable(compensation);
    }
}
