package io.querent.decision;

import io.querent.saga.ForEachDefinition;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Which steps may have run before memory was lost. A downstream remembers, so the outcome of a call that was asked for is the same
 * now as then; what a local transaction comes to now tells nothing about then. Pure.
 */
final class ForgottenSends {
    private ForgottenSends() {}

    /** Names of steps that may have succeeded before; empty where memory is whole. */
    static Set<String> of(SagaDefinition<?> definition, SagaState state) {
        if (!state.origin().askFirst()) {
            return Set.of();
        }
        Set<String> names = new LinkedHashSet<>();
        for (StepDefinition<?> step : SagaSteps.of(definition, state)) {
            if (!isRuledOut(state, step) && names.containsAll(step.after())) {
                names.add(step.name());
            }
        }
        return names;
    }

    /** Whether it is known now that the step never succeeded. */
    private static boolean isRuledOut(SagaState state, StepDefinition<?> step) {
        if (step.body() instanceof ForEachDefinition<?> forEach) {
            return !forEach.limits().collect()
                    && SagaSteps.items(forEach, state, step.name()).stream().anyMatch(item -> isRuledOut(state, item));
        }
        OperationState known = state.operation(step.name());
        return isCall(step)
                && known.status() == OperationStatus.REJECTED
                && known.result().isEmpty();
    }

    /** Whether effects of the step may stand that nobody has asked about: its own, or those of items that are not even listed. */
    static boolean mayStandUnnoticed(StepDefinition<?> step) {
        return isCall(step) || step.body() instanceof ForEachDefinition<?> forEach && isCall(forEach.template());
    }

    /** Whether the step is a call: one that nobody has asked about may stand. What a local transaction did is gone with memory. */
    static boolean isCall(StepDefinition<?> step) {
        return step.action().filter(action -> action.kind().isElsewhere()).isPresent();
    }
}
