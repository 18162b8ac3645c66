package io.querent.testkit.explorer;

import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.List;

/**
 * A model checker for a saga: goes through everything that may happen to it, up to a bound, on the real decision core with
 * virtual time and downstreams that the explorer plays, and compares what the saga says with what the downstreams' books say.
 * None of the definition's functions is called.
 *
 * <pre>{@code
 * Exploration explored = Explorer.of(PAYMENT).faults(2).refusals(1).states(500_000).explore();
 * }</pre>
 *
 * <p>Immutable and thread-safe; every setting gives another explorer.
 */
public final class Explorer {
    private final SagaDefinition<?> definition;
    private final Core core;
    private final Bounds bounds;
    private final Surroundings surroundings;

    private Explorer(SagaDefinition<?> definition, Core core, Bounds bounds, Surroundings surroundings) {
        this.definition = definition;
        this.core = core;
        this.bounds = bounds;
        this.surroundings = surroundings;
    }

    /** An explorer of {@code definition}: at most 2 faults and 1 refusal, no callback, no intervention, 200,000 states. */
    public static Explorer of(SagaDefinition<?> definition) {
        return new Explorer(definition, new DecisionCore(), Bounds.DEFAULT, Surroundings.DEFAULT);
    }

    Explorer core(Core other) {
        return new Explorer(definition, other, bounds, surroundings);
    }

    /**
     * Technical faults in one run, 0 to 100: lost, late and repeated messages, server errors, "pending", failing and lagging
     * queries, lost and stalled owners.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer faults(int most) {
        return with(bounds.faults(most));
    }

    /**
     * Business refusals in one run, 0 to 100.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer refusals(int most) {
        return with(bounds.refusals(most));
    }

    /**
     * Messages in one run by which downstreams tell unasked, early or late or again, what became of an operation, 0 to 100; none
     * at first. They tell the truth.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer callbacks(int most) {
        return with(bounds.callbacks(most));
    }

    /**
     * Commands of people that are carried out in one run, at any point of it, 0 to 100; none at first. What people say of an
     * operation is true; what they want may be unwise.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer interventions(int most) {
        return with(bounds.interventions(most));
    }

    /**
     * Effects in one run that providers take back after they were final, 0 to 100; none at first.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer reversals(int most) {
        return with(bounds.reversals(most));
    }

    /**
     * Items that are listed for a for-each step, 1 to 20; 2 at first. Every shorter list is explored too.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer items(int most) {
        return with(bounds.items(most));
    }

    /**
     * Moves in one run, 1 to 1,000,000; 1,000 at first.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer depth(int most) {
        return with(bounds.depth(most));
    }

    /**
     * Distinct states, 1 to 100,000,000; 200,000 at first. A state that is still to be looked at takes one to two kilobytes.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer states(int most) {
        return with(bounds.states(most));
    }

    /**
     * How long a lost owner's saga waits for the next one; 15 s at first. Shorter than a call's time limit means more
     * interleavings: the old owner's request may then go out after the new one has taken over.
     *
     * @throws IllegalArgumentException when not longer than zero
     */
    public Explorer lease(Duration lease) {
        return with(new Surroundings(
                lease, surroundings.draw(), surroundings.beyondWindow(), surroundings.settlesWithin()));
    }

    /**
     * The jitter of every delay, in [0, 1); 0.5 at first.
     *
     * @throws IllegalArgumentException when out of bounds
     */
    public Explorer jitter(double draw) {
        return with(new Surroundings(
                surroundings.lease(), draw, surroundings.beyondWindow(), surroundings.settlesWithin()));
    }

    /**
     * Lets downstreams break their promise: a request takes effect, or shows, up to {@code lag} later than the visibility window
     * says. A counterexample then shows what a profile that promises too much costs.
     *
     * @throws IllegalArgumentException when negative
     */
    public Explorer beyondVisibilityWindow(Duration lag) {
        return with(new Surroundings(surroundings.lease(), surroundings.draw(), lag, surroundings.settlesWithin()));
    }

    /**
     * When a downstream that answered "pending" has finished at the latest; 1 min at first.
     *
     * @throws IllegalArgumentException when not longer than zero
     */
    public Explorer pendingFor(Duration longest) {
        return with(new Surroundings(surroundings.lease(), surroundings.draw(), surroundings.beyondWindow(), longest));
    }

    /**
     * Goes through everything within the bounds.
     *
     * @throws CounterexampleFound when a rule breaks: one of the shortest runs in which it does
     */
    public Exploration explore() {
        long begin = System.nanoTime();
        Search search = new Search(setting());
        Exploration.Extent extent = search.run();
        return new Exploration(
                definition.toString(),
                search.states(),
                search.transitions(),
                search.depth(),
                Duration.ofNanos(System.nanoTime() - begin),
                extent,
                search.ends(),
                search.coverage(extent));
    }

    /**
     * Repeats one run, with the definition and the settings that it was found with.
     *
     * @param choices what {@link CounterexampleFound#choices()} says
     * @return the history, one line a step; the last line says which rule breaks, where one does
     * @throws IllegalArgumentException when there is no such run
     */
    public List<String> replay(String choices) {
        Run run = new Run(setting());
        String broken = run.make(Choices.read(choices));
        List<String> lines = run.lines();
        if (broken != null) {
            lines.add("     broken: " + broken);
        }
        return List.copyOf(lines);
    }

    private Setting setting() {
        return new Setting(definition, core, bounds, surroundings);
    }

    private Explorer with(Bounds other) {
        return new Explorer(definition, core, other, surroundings);
    }

    private Explorer with(Surroundings other) {
        return new Explorer(definition, core, bounds, other);
    }
}
