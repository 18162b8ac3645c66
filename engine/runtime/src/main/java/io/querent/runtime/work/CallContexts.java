package io.querent.runtime.work;

import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.Owner;
import io.querent.decision.SagaState;
import io.querent.runtime.call.CallContext;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import java.time.Instant;

/** Makes the context of a call out of the state of its operation. */
final class CallContexts {
    private CallContexts() {}

    static CallContext of(
            EngineParts parts,
            SagaState saga,
            OperationDefinition<?, ?, ?> operation,
            FrozenRequest request,
            Owner owner) {
        OperationKey key = saga.key().operation(operation.name());
        OperationState state = saga.operation(operation.name());
        Instant deadline = state.attempts().deadline();
        return new CallContext(
                key,
                operation.encode(key),
                owner.token(),
                state.attempts().started(),
                deadline == null ? Instant.MAX : deadline,
                request,
                state.waiting().reference(),
                new CallContext.Around(parts.clock()::instant, saga.compensating(), parts.children()));
    }
}
