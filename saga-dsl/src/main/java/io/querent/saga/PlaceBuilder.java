package io.querent.saga;

import java.util.List;
import java.util.function.Predicate;

/**
 * Where a step stands in its saga, and when it is run at all: what the builders of all kinds of steps share. Not thread-safe.
 *
 * @param <I> type of the saga's input
 * @param <B> the builder itself
 */
public abstract sealed class PlaceBuilder<I, B extends PlaceBuilder<I, B>>
        permits StepBuilder,
                ChoiceBuilder,
                DelayBuilder,
                SignalBuilder,
                ApprovalBuilder,
                PublishBuilder,
                ChildBuilder,
                ForEachBuilder {
    final StepSketch<I> sketch;

    PlaceBuilder(StepSketch<I> sketch) {
        this.sketch = sketch;
    }

    abstract B self();

    /** The step starts when all of these are over and at least one of them was not skipped. */
    public B after(String... steps) {
        sketch.after.addAll(List.of(steps));
        return self();
    }

    /** The step starts when all of these are over and at least one of them was not skipped. */
    public B after(StepHandle<?>... steps) {
        for (StepHandle<?> step : steps) {
            sketch.after.add(step.name());
        }
        return self();
    }

    /** The step starts when all items of this for-each step are over. */
    public B after(ItemsHandle<?> step) {
        sketch.after.add(step.name());
        return self();
    }

    /** The step starts at once, beside the first one. Needed for every step that follows none, but the first such. */
    public B atStart() {
        sketch.atStart = true;
        return self();
    }

    /** Once this step has succeeded, the saga only goes forward. */
    public B pivot() {
        sketch.pivot = true;
        return self();
    }

    /** The step belongs to a branch of a choice, which it follows: it is skipped when another branch is chosen. */
    public B when(String choice, String branch) {
        sketch.after.add(choice);
        sketch.branches.add(new Branch(choice, branch));
        return self();
    }

    /** The step belongs to a branch of a choice, which it follows: it is skipped when another branch is chosen. */
    public B when(StepHandle<String> choice, String branch) {
        return when(choice.name(), branch);
    }

    /**
     * The step is run only if a condition holds when it would start; it is skipped otherwise. The condition may use the input and the
     * results of steps that this one follows. Where several steps must agree on it, use a choice.
     *
     * @param description what people read when the step is skipped, as in {@code amount is over 10,000}
     */
    public B onlyIf(String description, Predicate<SagaView<I>> condition) {
        sketch.requireText("onlyIf", description);
        sketch.condition = new Condition<>(description, condition);
        return self();
    }
}
