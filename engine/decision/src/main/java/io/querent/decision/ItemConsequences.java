package io.querent.decision;

import io.querent.saga.ForEachDefinition;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When a for-each step is over: when all its items are, and nobody has to decide about one of them. Pure. */
final class ItemConsequences {
    private ItemConsequences() {}

    static Optional<SagaEvent> of(SagaDefinition<?> definition, SagaState state, StepDefinition<?> step, Instant at) {
        boolean runs = state.statusOf(step.name()) == OperationStatus.AWAITING;
        if (!runs || !(step.body() instanceof ForEachDefinition<?> forEach)) {
            return Optional.empty();
        }
        List<? extends StepDefinition<?>> items = SagaSteps.items(forEach, state, step.name());
        boolean over = items.stream()
                .allMatch(item -> state.statusOf(item.name()).isFinal()
                        && !state.reviews().containsKey(item.name()));
        return over ? Optional.of(ended(state, step.name(), items, at)) : Optional.empty();
    }

    /** The items' own results stay where they are; the step's result is a count. */
    private static SagaEvent ended(SagaState state, String step, List<? extends StepDefinition<?>> items, Instant at) {
        long succeeded = items.stream()
                .filter(item -> state.statusOf(item.name()) == OperationStatus.SUCCEEDED)
                .count();
        return new SagaEvent.WaitEnded(
                step,
                "{\"succeeded\":" + succeeded + ",\"refused\":" + (items.size() - succeeded) + "}",
                Via.ENGINE,
                at);
    }
}
