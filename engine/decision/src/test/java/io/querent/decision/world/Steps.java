package io.querent.decision.world;

import io.querent.decision.Item;
import io.querent.decision.SagaState;
import io.querent.decision.UndoOrders;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.OperationDefinition;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.ArrayList;
import java.util.List;

/** The steps of a saga with the items of its for-each steps, reckoned without the core. */
public final class Steps {
    private Steps() {}

    /** The steps of the definition, and each item that was listed. */
    public static List<StepDefinition<?>> of(SagaDefinition<?> definition, SagaState state) {
        List<StepDefinition<?>> steps = new ArrayList<>();
        for (StepDefinition<?> step : definition.steps()) {
            steps.add(step);
            if (step.body() instanceof ForEachDefinition<?> forEach) {
                state.items().getOrDefault(step.name(), List.<Item>of()).stream()
                        .map(item -> forEach.item(item.key()))
                        .forEach(steps::add);
            }
        }
        return steps;
    }

    /** The steps of the definition with all items that there may ever be, where these do not depend on how the saga goes. */
    public static List<StepDefinition<?>> possible(ScriptedWorld world) {
        List<StepDefinition<?>> steps = new ArrayList<>();
        for (StepDefinition<String> step : world.definition().steps()) {
            steps.add(step);
            if (step.body() instanceof ForEachDefinition<String> forEach) {
                world.beginnings().items(forEach.source()).stream()
                        .map(item -> forEach.item(item.key()))
                        .forEach(steps::add);
            }
        }
        return steps;
    }

    /** Names of all operations that may make good for the step; a for-each step has none of its own. */
    public static List<String> undosOf(StepDefinition<?> step) {
        return step.compensation().stream()
                .filter(undo -> step.action().isPresent())
                .flatMap(undo -> undo.operations().stream())
                .<String>map(OperationDefinition::name)
                .toList();
    }

    /** Names of the operations that were ordered to make good for a part of the step. */
    public static List<String> partsOf(SagaState state, StepDefinition<?> step) {
        UndoOrders orders = state.orders().get(step.name());
        return orders == null ? List.of() : List.copyOf(orders.parts().keySet());
    }
}
