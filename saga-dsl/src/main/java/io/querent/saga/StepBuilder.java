package io.querent.saga;

import java.util.List;

/**
 * Begins the description of a step: its place in the saga and the downstream it calls. {@link #request} leads on. Not
 * thread-safe.
 *
 * @param <I> type of the saga's input
 * @param <R> type of the step's result
 */
public final class StepBuilder<I, R> {
    private final StepSketch<I, R> sketch;

    StepBuilder(StepSketch<I, R> sketch) {
        this.sketch = sketch;
    }

    /** The step starts when all of these have succeeded. */
    public StepBuilder<I, R> after(String... steps) {
        sketch.after.addAll(List.of(steps));
        return this;
    }

    /** The step starts when all of these have succeeded. */
    public StepBuilder<I, R> after(StepHandle<?>... steps) {
        for (StepHandle<?> step : steps) {
            sketch.after.add(step.name());
        }
        return this;
    }

    /** The step starts at once, beside the first one. Needed for every step that follows none, but the first such. */
    public StepBuilder<I, R> atStart() {
        sketch.atStart = true;
        return this;
    }

    /** Once this step has succeeded, the saga only goes forward. */
    public StepBuilder<I, R> pivot() {
        sketch.pivot = true;
        return this;
    }

    /** Where the step's action goes. */
    public StepBuilder<I, R> downstream(Downstream profile) {
        sketch.downstream = profile;
        return this;
    }

    /**
     * How the request comes to be. It is built once, before the first attempt, and frozen: later attempts, on whatever node,
     * send the same bytes.
     *
     * @param type class to read the frozen request into
     * @param factory builds it from the input and the results of earlier steps
     */
    public <Q> OperationBuilder<I, Q, R> request(Class<Q> type, RequestFactory<I, Q> factory) {
        return new OperationBuilder<>(sketch, type, factory);
    }
}
