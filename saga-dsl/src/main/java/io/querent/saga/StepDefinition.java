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
    private final String name;
    private final Class<?> resultType;
    private final StepBody<I> body;
    private final Place<I> place;
    private final boolean retriable;
    private final boolean needsNoUndo;
    private final AfterReversal afterReversal;
    private final @Nullable CompensationDefinition<I> compensation;

    /** Where a step stands. */
    private record Place<I>(
            Set<String> after,
            Set<Branch> branches,
            @Nullable Condition<I> condition,
            boolean atStart,
            boolean pivot) {}

    StepDefinition(StepBody<I> body, StepSketch<I> sketch) {
        this.name = sketch.name;
        this.resultType = sketch.resultType;
        this.body = body;
        this.place = new Place<>(
                Collections.unmodifiableSet(new LinkedHashSet<>(sketch.after)),
                Collections.unmodifiableSet(new LinkedHashSet<>(sketch.branches)),
                sketch.condition,
                sketch.atStart,
                sketch.pivot);
        this.retriable = sketch.retriable;
        this.needsNoUndo = sketch.needsNoUndo;
        this.afterReversal = sketch.afterReversal;
        this.compensation = sketch.compensation;
    }

    private StepDefinition(
            StepDefinition<I> other, String name, StepBody<I> body, @Nullable CompensationDefinition<I> compensation) {
        this.name = name;
        this.resultType = other.resultType;
        this.body = body;
        this.place = new Place<>(Set.of(), Set.of(), null, false, false);
        this.retriable = other.retriable;
        this.needsNoUndo = other.needsNoUndo;
        this.afterReversal = other.afterReversal;
        this.compensation = compensation;
    }

    /** The same operation and compensation under the name of an item. */
    StepDefinition<I> named(String item) {
        if (!(body instanceof OperationDefinition<I, ?, ?> operation)) {
            throw new IllegalStateException("step " + name + " performs no operation");
        }
        return new StepDefinition<>(
                this, item, operation.named(item), compensation == null ? null : compensation.ofItem(item));
    }

    /** Name of the step and of its action. */
    public String name() {
        return name;
    }

    /** Class of the step's result; of one item's for a for-each step. */
    public Class<?> resultType() {
        return resultType;
    }

    /** What kind of step it is. */
    public StepKind kind() {
        if (body instanceof OperationDefinition<I, ?, ?> operation) {
            return StepKind.valueOf(operation.kind().name());
        } else if (body instanceof WaitDefinition<I> wait) {
            return switch (wait.kind()) {
                case TIME -> StepKind.DELAY;
                case SIGNAL -> StepKind.SIGNAL;
                case APPROVAL -> StepKind.APPROVAL;
            };
        }
        return body instanceof ChoiceDefinition ? StepKind.CHOICE : StepKind.FOR_EACH;
    }

    /** What the step does. */
    public StepBody<I> body() {
        return body;
    }

    /** The operation that the step performs; empty for a choice, a wait and a for-each step. */
    public Optional<OperationDefinition<I, ?, ?>> action() {
        return body instanceof OperationDefinition<I, ?, ?> operation ? Optional.of(operation) : Optional.empty();
    }

    /** Steps that must be over before this one starts, in the order of declaration. */
    public Set<String> after() {
        return place.after();
    }

    /** Branches of choices that must have been chosen. */
    public Set<Branch> branches() {
        return place.branches();
    }

    /** What else must hold for the step to be run. */
    public Optional<Condition<I>> condition() {
        return Optional.ofNullable(place.condition());
    }

    /** Whether it was said that the step runs at once, beside others. */
    public boolean atStart() {
        return place.atStart();
    }

    /** Whether the saga only goes forward once this step has succeeded. */
    public boolean pivot() {
        return place.pivot();
    }

    /** Whether it is never refused, so that trying again always ends in success. */
    public boolean retriable() {
        return retriable;
    }

    /** Whether its effect may stay when the saga is compensated. */
    public boolean needsNoUndo() {
        return needsNoUndo;
    }

    /** What follows when the provider takes its effect back. */
    public AfterReversal afterReversal() {
        return afterReversal;
    }

    /** How to make good for it. */
    public Optional<CompensationDefinition<I>> compensation() {
        return Optional.ofNullable(compensation);
    }
}
