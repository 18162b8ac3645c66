package io.querent.decision;

import io.querent.saga.ForEachDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.OperationKind;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    /** Whether it is done by attempts: it is a call or a local transaction, and not decided by the engine at once. */
    static boolean isAttempted(SagaDefinition<?> definition, String operation) {
        return definition
                .operation(operation)
                .filter(found -> found.kind() != OperationKind.PUBLISH)
                .isPresent();
    }

    /** Whether the operation is one of the definition, and, if it is an item's, of an item that was listed. */
    static boolean isKnown(SagaDefinition<?> definition, SagaState state, String operation) {
        Optional<String> item = OperationKey.itemKeyOf(operation);
        boolean orderedPart = OperationKey.partOf(operation).isEmpty()
                || isAlternative(definition, operation)
                || state.orders()
                        .getOrDefault(OperationKey.actionOf(operation), UndoOrders.NONE)
                        .parts()
                        .containsKey(operation);
        return orderedPart
                && definition.operation(operation).isPresent()
                && (item.isEmpty()
                        || state.item(OperationKey.stepOf(operation), item.get())
                                .isPresent());
    }

    /** Whether the definition names it itself: where nothing is made good for in parts, an alternative may be called by a number. */
    private static boolean isAlternative(SagaDefinition<?> definition, String operation) {
        return definition
                .stepOf(operation)
                .filter(step -> Progress.undos(step).contains(operation))
                .isPresent();
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
