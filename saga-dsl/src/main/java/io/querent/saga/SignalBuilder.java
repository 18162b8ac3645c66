package io.querent.saga;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a wait for a word from outside: a signal of this step's name to the saga, a provider's callback, or the completion of the
 * step by its operation key. A word that comes before the step starts is kept for it; the first one counts. Not thread-safe.
 *
 * @param <I> type of the saga's input
 * @param <R> type of what the word brings
 */
public final class SignalBuilder<I, R> extends PlaceBuilder<I, SignalBuilder<I, R>> {
    private @Nullable Function<SagaView<I>, R> otherwise;

    SignalBuilder(String saga, StepHandle<R> step) {
        super(new StepSketch<>(saga, step.name(), step.resultType()));
        sketch.needsNoUndo = true;
    }

    @Override
    SignalBuilder<I, R> self() {
        return this;
    }

    /** The result to go on with when no word came in time. Without it the step is refused as {@code timed-out} then. */
    public SignalBuilder<I, R> otherwise(Function<SagaView<I>, R> result) {
        this.otherwise = result;
        sketch.retriable = true;
        return this;
    }

    /** How long it is waited for from when the step starts; 1 ms to 366 days. */
    public Described<I> within(Duration time) {
        return new Described<>(sketch.define(new WaitDefinition<>(
                WaitDefinition.Kind.SIGNAL,
                new WaitDefinition.End.After<>(Limits.wait(sketch, "within", time)),
                List.of(),
                otherwise)));
    }
}
