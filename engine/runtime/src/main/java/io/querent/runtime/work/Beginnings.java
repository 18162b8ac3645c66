package io.querent.runtime.work;

import io.querent.decision.FrozenRequest;
import io.querent.decision.Item;
import io.querent.decision.SagaCommand;
import io.querent.runtime.call.FailureClassifier;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.OutboxMessage;
import io.querent.saga.ChoiceDefinition;
import io.querent.saga.ForEachDefinition;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaView;
import io.querent.saga.StepBody;
import io.querent.saga.StepDefinition;
import io.querent.saga.WaitDefinition;
import io.querent.saga.canonical.RequestHash;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Asks the user's functions what a step comes to that has no call: which branch, until when, which items, which message. What they throw
 * is reviewed, an error of theirs as well. Their answer becomes a command, and is stored before anything follows from it. As thread-safe as the functions.
 */
public final class Beginnings<I> {
    private final SagaDefinition<I> definition;
    private final PayloadCodec payloads;
    private final SagaView<I> view;
    private final Instant now;

    /** Asks with what {@code view} shows, at {@code now}. */
    public Beginnings(SagaDefinition<I> definition, PayloadCodec payloads, SagaView<I> view, Instant now) {
        this.definition = definition;
        this.payloads = payloads;
        this.view = view;
        this.now = now;
    }

    /** The command that begins the step or message {@code name}. */
    public SagaCommand begin(String name) {
        return guarded(name, () -> skipped(name).orElseGet(() -> beginUnconditionally(name)));
    }

    /** The command that skips the step, or says that its condition cannot be weighed; empty when it is to be run. */
    public Optional<SagaCommand> unlessToBeRun(String name) {
        boolean unconditional =
                definition.step(name).flatMap(StepDefinition::condition).isEmpty();
        if (unconditional) {
            return Optional.empty();
        }
        try {
            return skipped(name);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError failure) {
            return Optional.of(failed(name, failure));
        }
    }

    /** The command that says that the wait's time has come, with what the definition goes on with then. */
    public SagaCommand endWait(String name) {
        return guarded(name, () -> {
            StepBody<I> body = definition.step(name).orElseThrow().body();
            String otherwise = body instanceof WaitDefinition<I> wait
                    ? wait.otherwise()
                            .map(result -> payloads.write("result of step " + name, result.apply(view)))
                            .orElse(null)
                    : null;
            return new SagaCommand.WaitIsDue(name, otherwise, now);
        });
    }

    private Optional<SagaCommand> skipped(String name) {
        return definition
                .step(name)
                .flatMap(StepDefinition::condition)
                .filter(condition -> !condition.test().test(view))
                .map(condition -> new SagaCommand.SkipStep(name, "not: " + condition.description(), now));
    }

    private SagaCommand beginUnconditionally(String name) {
        Optional<OperationDefinition<I, ?, ?>> message = definition.operation(name);
        if (message.isPresent()) {
            FrozenRequest request = frozen(message.get());
            OutboxMessage.of(view.key().operation(name), request);
            return new SagaCommand.Publish(name, request, now);
        }
        StepBody<I> body = definition.step(name).orElseThrow().body();
        if (body instanceof ChoiceDefinition<I> choice) {
            return new SagaCommand.ChooseBranch(name, choice.choose(view), now);
        } else if (body instanceof WaitDefinition<I> wait) {
            return new SagaCommand.StartWait(name, wait.endsAt(view, now), now);
        } else if (body instanceof ForEachDefinition<I> forEach) {
            int longest = OperationKey.LONGEST - view.key().toString().length() - 1;
            return new SagaCommand.ListItems(name, items(name, forEach, forEach.source(), longest), now);
        }
        throw new IllegalStateException("step " + name + " begins with a call");
    }

    private <T> List<Item> items(
            String step, ForEachDefinition<I> forEach, ForEachDefinition.ItemSource<I, T> source, int longest) {
        List<T> values = source.items().list(view);
        if (values.size() > forEach.limits().atMost()) {
            throw new IllegalArgumentException(values.size() + " items are more than atMost("
                    + forEach.limits().atMost() + ") of step " + step);
        }
        List<Item> items = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (T value : values) {
            String key = source.key().of(value);
            String name = OperationKey.compensationOf(OperationKey.itemOf(step, key));
            if (!keys.add(key)) {
                throw new IllegalArgumentException("two items of step " + step + " have the key " + key);
            } else if (name.length() > longest) {
                throw new IllegalArgumentException("item key " + key + " of step " + step
                        + " makes operation keys longer than " + OperationKey.LONGEST + " characters");
            }
            items.add(new Item(key, payloads.write("item " + key + " of step " + step, value)));
        }
        return items;
    }

    private <Q> FrozenRequest frozen(OperationDefinition<I, Q, ?> operation) {
        String body = payloads.write("request of step " + operation.name(), operation.buildRequest(view));
        return new FrozenRequest(
                body, RequestHash.of(body.getBytes(StandardCharsets.UTF_8)).toString());
    }

    private SagaCommand guarded(String name, Beginning beginning) {
        try {
            return beginning.command();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError failure) {
            return failed(name, failure);
        }
    }

    private SagaCommand failed(String name, Throwable failure) {
        return new SagaCommand.RecordRequestFailure(name, FailureClassifier.describe(failure), now);
    }

    private interface Beginning {
        SagaCommand command();
    }
}
