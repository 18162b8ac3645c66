package io.querent.decision.world;

import io.querent.decision.Conclusion;
import io.querent.decision.FrozenRequest;
import io.querent.decision.Item;
import io.querent.decision.OperationState;
import io.querent.decision.SagaState;
import io.querent.saga.Amount;
import io.querent.saga.ItemResults;
import io.querent.saga.ItemsHandle;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import io.querent.saga.SagaView;
import io.querent.saga.StepHandle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A saga's state as the functions of a {@link SagaPlan} see it: texts, and nothing else. */
record ScriptedView(SagaState state) implements SagaView<String> {
    static String json(String text) {
        return '"' + text + '"';
    }

    @Override
    public String input() {
        return text(state.origin().input());
    }

    @Override
    public SagaKey key() {
        return state.key();
    }

    @Override
    public <R> R result(StepHandle<R> step) {
        return resultOf(step.name(), step.resultType());
    }

    @Override
    public <R> Optional<R> resultIfAny(StepHandle<R> step) {
        return state.operation(step.name())
                .result()
                .map(json -> step.resultType().cast(text(json)));
    }

    @Override
    public <R> ItemResults<R> results(ItemsHandle<R> step) {
        Map<String, R> succeeded = new LinkedHashMap<>();
        Map<String, ItemResults.Refusal> refused = new LinkedHashMap<>();
        for (Item item : state.items().getOrDefault(step.name(), java.util.List.of())) {
            OperationState known = state.operation(OperationKey.itemOf(step.name(), item.key()));
            if (known.conclusion() instanceof Conclusion.Refused why) {
                refused.put(item.key(), new ItemResults.Refusal(why.code(), why.message()));
            } else {
                succeeded.put(item.key(), resultOf(known.name(), step.resultType()));
            }
        }
        return new ItemResults<>(succeeded, refused);
    }

    @Override
    public <R> R resultOf(String operation, Class<R> type) {
        return type.cast(text(state.operation(operation)
                .result()
                .orElseThrow(() -> new IllegalStateException("operation " + operation + " has no result"))));
    }

    @Override
    public Optional<Amount> amountOf(String operation) {
        return state.amountOf(operation);
    }

    @Override
    public <T> T itemOf(String operation, Class<T> type) {
        String key = OperationKey.itemKeyOf(operation).orElseThrow();
        Item item = state.item(OperationKey.stepOf(operation), key).orElseThrow();
        return type.cast(text(item.json()));
    }

    @Override
    public <Q> Q requestOf(String operation, Class<Q> type) {
        FrozenRequest request = state.operation(operation).request();
        if (request == null) {
            throw new IllegalStateException("operation " + operation + " has no request yet");
        }
        return type.cast(request.body());
    }

    private static String text(String json) {
        return json.startsWith("\"") ? json.substring(1, json.length() - 1) : json;
    }
}
