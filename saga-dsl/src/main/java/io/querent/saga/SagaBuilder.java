package io.querent.saga;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects a saga definition. {@link #build()} refuses what could lose money. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class SagaBuilder<I> {
    private final String name;
    private final Class<I> inputType;
    private final List<StepDefinition<I>> steps = new ArrayList<>();
    private int version = 1;
    private @Nullable Function<I, String> businessKey;
    private Function<I, String> tenant = input -> Tenant.DEFAULT.value();

    SagaBuilder(String name, Class<I> inputType) {
        this.name = name;
        this.inputType = inputType;
    }

    /** Version of this definition, 1 at first. A saga finishes under the version it was started with. */
    public SagaBuilder<I> version(int number) {
        if (number < 1) {
            throw SagaDefinitionException.version(name, number);
        }
        this.version = number;
        return this;
    }

    /** What the business calls one piece of this work. Derived from the input alone. */
    public SagaBuilder<I> businessKey(Function<I, String> key) {
        this.businessKey = key;
        return this;
    }

    /** Whose key space a saga belongs to; {@link Tenant#DEFAULT} where there is only one. */
    public SagaBuilder<I> tenant(Function<I, String> owner) {
        this.tenant = owner;
        return this;
    }

    /** Adds a step whose result others may ask for by {@code step}. */
    public <R> SagaBuilder<I> step(
            StepHandle<R> step, Function<StepBuilder<I, R>, OperationBuilder<I, ?, R>> describe) {
        steps.add(
                describe.apply(new StepBuilder<>(new StepSketch<>(name, step))).define());
        return this;
    }

    /** Adds a step by name. */
    public <R> SagaBuilder<I> step(
            String step, Class<R> resultType, Function<StepBuilder<I, R>, OperationBuilder<I, ?, R>> describe) {
        return step(StepHandle.of(step, resultType), describe);
    }

    /** @throws SagaDefinitionException when the definition could lose money or makes no sense; names step and remedy */
    public SagaDefinition<I> build() {
        if (businessKey == null) {
            throw SagaDefinitionException.noBusinessKey(name);
        }
        List<StepDefinition<I>> ordered = new DefinitionCheck<>(name, steps).check();
        return new SagaDefinition<>(
                new SagaDefinition.Identity<>(name, version, inputType), tenant, businessKey, ordered);
    }
}
