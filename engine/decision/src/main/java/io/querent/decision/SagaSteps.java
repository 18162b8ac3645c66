package io.querent.decision;

import io.querent.saga.ForEachDefinition;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.ArrayList;
import java.util.List;

/** The steps of a saga: those of its definition, each for-each step followed by the items that were listed for it. Pure. */
final class SagaSteps {
    private SagaSteps() {}

    static List<? extends StepDefinition<?>> of(SagaDefinition<?> definition, SagaState state) {
        if (state.items().isEmpty()) {
            return definition.steps();
        }
        List<StepDefinition<?>> steps = new ArrayList<>();
        for (StepDefinition<?> step : definition.steps()) {
            steps.add(step);
            if (step.body() instanceof ForEachDefinition<?> forEach) {
                steps.addAll(items(forEach, state, step.name()));
            }
        }
        return steps;
    }

    /** The items of a for-each step; none before they were listed. */
    static List<? extends StepDefinition<?>> items(ForEachDefinition<?> forEach, SagaState state, String step) {
        return state.items().getOrDefault(step, List.of()).stream()
                .map(item -> forEach.item(item.key()))
                .toList();
    }

    /** Whether the step is one that runs others, and has no effect of its own. */
    static boolean isForEach(StepDefinition<?> step) {
        return step.body() instanceof ForEachDefinition;
    }

    /** Whether the step stands for an item. */
    static boolean isItem(StepDefinition<?> step) {
        return step.name().indexOf('.') >= 0;
    }
}
