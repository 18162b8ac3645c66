package io.querent.saga;

/**
 * A step that is described to its end.
 *
 * @param <I> type of the saga's input
 */
public final class Described<I> {
    private final StepDefinition<I> step;

    Described(StepDefinition<I> step) {
        this.step = step;
    }

    StepDefinition<I> step() {
        return step;
    }
}
