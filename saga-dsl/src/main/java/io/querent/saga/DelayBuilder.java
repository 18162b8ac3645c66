package io.querent.saga;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * Describes a delay. It is a row with a due time, not a sleeping thread. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class DelayBuilder<I> extends PlaceBuilder<I, DelayBuilder<I>> {
    DelayBuilder(String saga, String step) {
        super(new StepSketch<I>(saga, step, Done.class).withoutEffect());
    }

    @Override
    DelayBuilder<I> self() {
        return this;
    }

    /** Waits for some time from when the step starts; 1 ms to 366 days. */
    public Described<I> lasting(Duration time) {
        return end(new WaitDefinition.End.After<>(Limits.wait(sketch, "lasting", time)));
    }

    /**
     * Waits until a time that the input or the results say; computed once, when the step starts. A time that has passed ends the wait
     * at once; one that is more than 366 days away is reviewed.
     */
    public Described<I> until(Function<SagaView<I>, Instant> time) {
        return end(new WaitDefinition.End.At<>(time));
    }

    private Described<I> end(WaitDefinition.End<I> end) {
        return new Described<>(
                sketch.define(new WaitDefinition<>(WaitDefinition.Kind.TIME, end, List.of(), saga -> Done.DONE)));
    }
}
