package io.querent.saga;

/**
 * Begins the description of a step: its place in the saga and the downstream it calls. {@link #request} leads on. Not
 * thread-safe.
 *
 * @param <I> type of the saga's input
 * @param <R> type of the step's result
 */
public final class StepBuilder<I, R> extends PlaceBuilder<I, StepBuilder<I, R>> {
    private final StepHandle<R> handle;

    StepBuilder(String saga, StepHandle<R> handle) {
        super(new StepSketch<>(saga, handle.name(), handle.resultType()));
        this.handle = handle;
    }

    @Override
    StepBuilder<I, R> self() {
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
        return new OperationBuilder<>(sketch, handle.resultType(), type, (saga, name) -> factory.build(saga));
    }
}
