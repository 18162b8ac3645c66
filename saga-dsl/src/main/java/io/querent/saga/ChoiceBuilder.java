package io.querent.saga;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Describes a choice between branches. Steps say {@code when(choice, branch)} to belong to one. Not thread-safe.
 *
 * @param <I> type of the saga's input
 */
public final class ChoiceBuilder<I> extends PlaceBuilder<I, ChoiceBuilder<I>> {
    private final List<ChoiceDefinition.Case<I>> cases = new ArrayList<>();

    ChoiceBuilder(String saga, String step) {
        super(new StepSketch<I>(saga, step, String.class).withoutEffect());
    }

    @Override
    ChoiceBuilder<I> self() {
        return this;
    }

    /**
     * A branch, chosen when its condition is the first that holds.
     *
     * @param branch 1 to 48 ASCII letters, digits, {@code _} and {@code -}
     */
    public ChoiceBuilder<I> branch(String branch, Predicate<SagaView<I>> condition) {
        KeyAlphabet.NAME.check("branch name", branch, StepHandle.LONGEST);
        cases.add(new ChoiceDefinition.Case<>(branch, new Condition<>(branch, condition)));
        return this;
    }

    /** The branch that is chosen when no condition holds. It ends the description; no step need belong to it. */
    public Described<I> otherwise(String branch) {
        KeyAlphabet.NAME.check("branch name", branch, StepHandle.LONGEST);
        ChoiceDefinition<I> choice = new ChoiceDefinition<>(cases, branch);
        if (choice.branches().stream().distinct().count() < choice.branches().size() || cases.isEmpty()) {
            throw SagaDefinitionException.branches(sketch.saga, sketch.name, choice.branches());
        }
        return new Described<>(sketch.define(choice));
    }
}
