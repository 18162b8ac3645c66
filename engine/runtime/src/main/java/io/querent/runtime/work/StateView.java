package io.querent.runtime.work;

import io.querent.decision.Conclusion;
import io.querent.decision.FrozenRequest;
import io.querent.decision.Item;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.Amount;
import io.querent.saga.ItemResults;
import io.querent.saga.ItemsHandle;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import io.querent.saga.SagaView;
import io.querent.saga.StepHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A saga's state as the user's request functions see it. */
public record StateView<I>(SagaState state, Class<I> inputType, PayloadCodec payloads) implements SagaView<I> {
    @Override
    public I input() {
        return payloads.read("input of saga " + key(), state.origin().input(), inputType);
    }

    @Override
    public SagaKey key() {
        return state.key();
    }

    @Override
    public <R> R result(StepHandle<R> step) {
        return resultIfAny(step)
                .orElseThrow(() -> new IllegalStateException("step " + step + " has no result; it is "
                        + state.statusOf(step.name()) + "; declare after(\"" + step
                        + "\") in the step that asks for it, or use resultIfAny where it may be skipped"));
    }

    @Override
    public <R> Optional<R> resultIfAny(StepHandle<R> step) {
        return state.operation(step.name())
                .result()
                .map(json -> payloads.read("result of step " + step, json, step.resultType()));
    }

    @Override
    public <R> ItemResults<R> results(ItemsHandle<R> step) {
        OperationState forEach = state.operation(step.name());
        if (forEach.status() != OperationStatus.SUCCEEDED) {
            throw new IllegalStateException("for-each step " + step + " is not over; it is " + forEach.status()
                    + "; declare after(" + step + ") in the step that asks for its results");
        }
        Map<String, R> succeeded = new LinkedHashMap<>();
        Map<String, ItemResults.Refusal> refused = new LinkedHashMap<>();
        for (Item item : state.items().getOrDefault(step.name(), List.of())) {
            OperationState operation = state.operation(OperationKey.itemOf(step.name(), item.key()));
            if (operation.conclusion() instanceof Conclusion.Refused why) {
                refused.put(item.key(), new ItemResults.Refusal(why.code(), why.message()));
            } else if (operation.conclusion() instanceof Conclusion.Reversed taken) {
                refused.put(item.key(), new ItemResults.Refusal(taken.code(), taken.message()));
            } else {
                succeeded.put(item.key(), resultOf(operation.name(), step.resultType()));
            }
        }
        return new ItemResults<>(succeeded, refused);
    }

    @Override
    public <R> R resultOf(String operation, Class<R> type) {
        String json = state.operation(operation)
                .result()
                .orElseThrow(() -> new IllegalStateException(
                        "operation " + operation + " has no result; it is " + state.statusOf(operation)));
        return payloads.read("result of " + operation, json, type);
    }

    @Override
    public Optional<Amount> amountOf(String operation) {
        return state.amountOf(operation);
    }

    @Override
    public <T> T itemOf(String operation, Class<T> type) {
        return OperationKey.itemKeyOf(operation)
                .flatMap(key -> state.item(OperationKey.stepOf(operation), key))
                .map(item -> payloads.read("item of " + operation, item.json(), type))
                .orElseThrow(() -> new IllegalStateException("operation " + operation + " is for no item"));
    }

    @Override
    public <Q> Q requestOf(String operation, Class<Q> type) {
        FrozenRequest request = state.operation(operation).request();
        if (request == null) {
            throw new IllegalStateException("operation " + operation + " has no request yet");
        }
        return payloads.read("request of " + operation, request.body(), type);
    }
}
