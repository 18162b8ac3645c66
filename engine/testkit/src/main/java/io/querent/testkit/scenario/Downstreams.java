package io.querent.testkit.scenario;

import io.querent.decision.FrozenRequest;
import io.querent.decision.QueryAnswer;
import io.querent.runtime.call.CallContext;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All downstreams of a saga: one book for each operation. Not thread-safe. */
final class Downstreams implements Performer {
    private final SagaDefinition<?> definition;
    private final PayloadCodec payloads = new PayloadCodec();
    private final Map<String, ScriptedOperation> operations = new TreeMap<>();

    Downstreams(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    PayloadCodec payloads() {
        return payloads;
    }

    /** The operation of that name, of a step, an item or a compensation. */
    ScriptedOperation of(String operation) {
        if (definition.operation(operation).isEmpty()) {
            throw new IllegalArgumentException("QRT-8051 " + definition + " has no operation " + operation
                    + "; expected=the name of a step that calls, publishes or writes, of an item as in step.key, or of a"
                    + " compensation as in " + OperationKey.compensationOf("step"));
        }
        return operations.computeIfAbsent(operation, unused -> new ScriptedOperation(operation, payloads));
    }

    @Override
    public Reply send(OperationDefinition<?, ?, ?> operation, CallContext context, Instant now) {
        return of(operation.name()).send(operation, context, now);
    }

    @Override
    public @Nullable QueryAnswer ask(
            OperationDefinition<?, ?, ?> operation, CallContext context, FrozenRequest request, Instant now) {
        return of(operation.name()).ask(operation, request, now);
    }

    /** What was held up and has arrived by now takes effect. */
    void arrive(Instant now) {
        operations.values().forEach(each -> each.arrive(now));
    }

    /** When something that was held up arrives next; empty when nothing is under way. */
    Optional<Instant> nextArrival() {
        return operations.values().stream()
                .flatMap(each -> each.nextArrival().stream())
                .min(Instant::compareTo);
    }
}
