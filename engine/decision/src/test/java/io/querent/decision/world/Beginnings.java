package io.querent.decision.world;

import io.querent.decision.FrozenRequest;
import io.querent.decision.Item;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.saga.ChoiceDefinition;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaView;
import io.querent.saga.StepBody;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks a definition's own functions what a step comes to that has no call; what they throw becomes a failed request. */
final class Beginnings<I> {
    private final SagaDefinition<I> definition;
    private final SagaView<I> view;
    private final Function<String, FrozenRequest> requests;
    private final Instant now;

    Beginnings(SagaDefinition<I> definition, SagaView<I> view, Function<String, FrozenRequest> requests, Instant now) {
        this.definition = definition;
        this.view = view;
        this.requests = requests;
        this.now = now;
    }

    SagaCommand begin(String name) {
        return guarded(name, () -> skipped(name).orElseGet(() -> beginUnconditionally(name)));
    }

    /** Empty when the step is to be run. */
    Optional<SagaCommand> unlessToBeRun(String name, OperationStatus status) {
        if (status != OperationStatus.PLANNED) {
            return Optional.empty();
        }
        try {
            return skipped(name);
        } catch (RuntimeException failure) {
            return Optional.of(failed(name, failure));
        }
    }

    SagaCommand endWait(String name) {
        return guarded(name, () -> {
            WaitDefinition<I> wait =
                    (WaitDefinition<I>) definition.step(name).orElseThrow().body();
            String otherwise = wait.otherwise()
                    .map(result -> ScriptedView.json(result.apply(view).toString()))
                    .orElse(null);
            return new SagaCommand.WaitIsDue(name, otherwise, now);
        });
    }

    /** The items of a for-each step. */
    <T> List<Item> items(ForEachDefinition.ItemSource<I, T> source) {
        return source.items().list(view).stream()
                .map(item -> new Item(source.key().of(item), ScriptedView.json(item.toString())))
                .toList();
    }

    private Optional<SagaCommand> skipped(String name) {
        return definition
                .step(name)
                .flatMap(StepDefinition::condition)
                .filter(condition -> !condition.test().test(view))
                .map(condition -> new SagaCommand.SkipStep(name, "not: " + condition.description(), now));
    }

    private SagaCommand beginUnconditionally(String name) {
        if (definition.operation(name).isPresent()) {
            return new SagaCommand.Publish(name, requests.apply(name), now);
        }
        StepBody<I> body = definition.step(name).orElseThrow().body();
        if (body instanceof ChoiceDefinition<I> choice) {
            return new SagaCommand.ChooseBranch(name, choice.choose(view), now);
        } else if (body instanceof WaitDefinition<I> wait) {
            return new SagaCommand.StartWait(name, wait.endsAt(view, now), now);
        } else if (body instanceof ForEachDefinition<I> forEach) {
            return new SagaCommand.ListItems(name, items(forEach.source()), now);
        }
        throw new IllegalStateException("step " + name + " begins with a call");
    }

    private SagaCommand guarded(String name, Supplier<SagaCommand> beginning) {
        try {
            return beginning.get();
        } catch (RuntimeException failure) {
            return failed(name, failure);
        }
    }

    private SagaCommand failed(String name, RuntimeException failure) {
        return new SagaCommand.RecordRequestFailure(name, String.valueOf(failure.getMessage()), now);
    }
}
