package io.querent.saga;

import java.util.ArrayList;
import java.util.List;

/**
 * A choice between branches. The first one whose condition holds is chosen, once; the choice is stored, so that no later look at a
 * clock or a rate can choose another. Immutable.
 *
 * @param conditions branches with their conditions, in the order in which they are weighed
 * @param otherwise branch that is chosen when no condition holds
 * @param <I> type of the saga's input
 */
public record ChoiceDefinition<I>(List<Case<I>> conditions, String otherwise) implements StepBody<I> {
    public ChoiceDefinition {
        conditions = List.copyOf(conditions);
    }

    /**
     * A branch and when it is chosen.
     *
     * @param branch name of the branch
     * @param condition when
     * @param <I> type of the saga's input
     */
    public record Case<I>(String branch, Condition<I> condition) {}

    /** Names of all branches. */
    public List<String> branches() {
        List<String> names = new ArrayList<>();
        conditions.forEach(one -> names.add(one.branch()));
        names.add(otherwise);
        return names;
    }

    /** The branch for {@code saga}. */
    public String choose(SagaView<I> saga) {
        return conditions.stream()
                .filter(one -> one.condition().test().test(saga))
                .map(Case::branch)
                .findFirst()
                .orElse(otherwise);
    }
}
