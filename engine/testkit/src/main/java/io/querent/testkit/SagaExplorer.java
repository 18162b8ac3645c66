package io.querent.testkit;

import io.querent.saga.SagaDefinition;
import io.querent.testkit.explorer.CounterexampleFound;
import io.querent.testkit.explorer.Exploration;
import io.querent.testkit.explorer.Explorer;

/**
 * Explores a saga of one's own: everything that may happen to it, with the usual trouble.
 *
 * <pre>{@code
 * Exploration explored = SagaExplorer.explore(PAYMENT);
 * System.out.println(explored.coverage());
 * }</pre>
 *
 * <p>Stateless.
 */
public final class SagaExplorer {
    private SagaExplorer() {}

    /**
     * Goes through all runs of {@code definition} with at most one technical fault and two refusals.
     *
     * @throws CounterexampleFound when a rule breaks: its message tells the history, what the books say, every move, and how to run it again
     */
    public static Exploration explore(SagaDefinition<?> definition) {
        return with(definition).explore();
    }

    /** The same as settings to change: more faults, callbacks, people, reversals. */
    public static Explorer with(SagaDefinition<?> definition) {
        return Explorer.of(definition).faults(1).refusals(2);
    }
}
