package io.querent.saga;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Refuses steps of branches that do not exist, and steps that no choice could ever lead to. */
final class BranchCheck<I> {
    private final String saga;
    private final Map<String, StepDefinition<I>> steps;

    BranchCheck(String saga, Map<String, StepDefinition<I>> steps) {
        this.saga = saga;
        this.steps = steps;
    }

    /** @param order names of the steps, each after those it follows */
    void check(List<String> order) {
        for (String name : order) {
            StepDefinition<I> step = steps.get(name);
            if (step != null) {
                check(step);
            }
        }
    }

    private void check(StepDefinition<I> step) {
        Map<String, String> chosen = new HashMap<>();
        for (Branch branch : step.branches()) {
            List<String> known = branchesOf(branch.choice());
            if (!known.contains(branch.name())) {
                throw SagaDefinitionException.unknownBranch(saga, step.name(), branch, known);
            }
            String other = chosen.put(branch.choice(), branch.name());
            if (other != null) {
                throw SagaDefinitionException.unreachable(saga, step.name(), branch.choice());
            }
        }
    }

    private List<String> branchesOf(String choice) {
        StepDefinition<I> step = steps.get(choice);
        return step != null && step.body() instanceof ChoiceDefinition<I> definition
                ? definition.branches()
                : List.of();
    }
}
