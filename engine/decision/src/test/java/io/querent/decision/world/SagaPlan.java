package io.querent.decision.world;

import io.querent.saga.ItemsHandle;
import io.querent.saga.Saga;
import io.querent.saga.SagaBuilder;
import io.querent.saga.SagaDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Plans of steps, made into a definition. Its calls are never made: a {@link ScriptedWorld} plays their part. Its choices, conditions,
 * times and lists of items are asked as they are.
 */
public final class SagaPlan {
    private final List<UnaryOperator<SagaBuilder<String>>> parts = new ArrayList<>();
    private String latest = "";

    /** Adds a step after the latest one; the first begins the saga. */
    public SagaPlan then(String name, UnaryOperator<StepPlan> plan) {
        return add(plan.apply(next(name)));
    }

    /** Adds a step. */
    public SagaPlan add(StepPlan step) {
        latest = step.name;
        return with(saga -> saga.step(step.name, String.class, builder -> Described.step(step, builder)));
    }

    /** Adds a for-each step after the latest one; {@code each} says what is done for an item. */
    public SagaPlan thenForEach(String name, ItemsPlan items, UnaryOperator<StepPlan> each) {
        return addForEach(items, each.apply(next(name)));
    }

    /** Adds a for-each step. */
    public SagaPlan addForEach(ItemsPlan items, StepPlan each) {
        latest = each.name;
        ItemsHandle<String> handle = ItemsHandle.of(each.name, String.class);
        return with(saga -> saga.forEach(handle, builder -> Described.items(items, each, each.place(builder))));
    }

    /** Adds what {@code part} adds, which says itself where that stands. */
    public SagaPlan with(UnaryOperator<SagaBuilder<String>> part) {
        parts.add(part);
        return this;
    }

    /** The next {@link #then} follows {@code step}. */
    public SagaPlan after(String step) {
        latest = step;
        return this;
    }

    /** @throws io.querent.saga.SagaDefinitionException when the plan could lose money */
    public SagaDefinition<String> build() {
        SagaBuilder<String> saga = Saga.define("case", String.class).businessKey(input -> input);
        for (UnaryOperator<SagaBuilder<String>> part : parts) {
            saga = part.apply(saga);
        }
        return saga.build();
    }

    private StepPlan next(String name) {
        StepPlan step = new StepPlan(name);
        return latest.isEmpty() ? step : step.after(latest);
    }
}
