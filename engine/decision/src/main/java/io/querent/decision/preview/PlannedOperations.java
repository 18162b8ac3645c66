package io.querent.decision.preview;

import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.SagaState;
import io.querent.saga.Amount;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says of an operation what it would be sent with: as it was frozen, or as it would be built from what is known. */
final class PlannedOperations {
    private final SagaDefinition<?> definition;
    private final SagaState known;
    private final UserFunctions functions;

    PlannedOperations(SagaDefinition<?> definition, SagaState known, UserFunctions functions) {
        this.definition = definition;
        this.known = known;
        this.functions = functions;
    }

    /** A request, or why there is none yet. */
    private record Body(@Nullable String request, @Nullable String why) {}

    PlannedOperation of(SagaState state, String operation, PlannedOperation.Act act) {
        OperationKey key = known.key().operation(operation);
        Body body = body(state, operation);
        Optional<Amount> amount = amount(state, operation, body);
        return new PlannedOperation(
                operation,
                key,
                key.isCompensation() ? key.original() : null,
                act,
                amount.orElse(null),
                body.request(),
                body.why() == null ? remark(operation, body, amount) : body.why());
    }

    /** What only was played is no result: a request that needs it cannot be built before it is there. */
    private Body body(SagaState state, String operation) {
        FrozenRequest frozen = known.operation(operation).request();
        if (frozen != null) {
            return new Body(frozen.body(), null);
        } else if (!state.amountOf(operation).equals(known.amountOf(operation))) {
            return new Body(null, "what is left to undo is known when the parts before it have ended");
        }
        try {
            return new Body(functions.request(operation, known), null);
        } catch (RuntimeException untold) {
            return new Body(null, "the request cannot be built yet: " + untold.getMessage());
        }
    }

    private Optional<Amount> amount(SagaState state, String operation, Body body) {
        Optional<Amount> ofUndo = state.amountOf(operation);
        String action = definition.stepOf(operation).map(StepDefinition::name).orElse(operation);
        if (ofUndo.isPresent() || !statesAmount(action)) {
            return ofUndo;
        }
        OperationState original = known.operation(action);
        FrozenRequest frozen = original.request();
        String request = frozen != null ? frozen.body() : action.equals(operation) ? body.request() : null;
        return request == null ? Optional.empty() : functions.amount(action, request);
    }

    private @Nullable String remark(String operation, Body body, Optional<Amount> amount) {
        String action = definition.stepOf(operation).map(StepDefinition::name).orElse(operation);
        boolean untold = amount.isEmpty() && body.request() != null && statesAmount(action);
        return untold ? "the definition states an amount of " + action + ", and its function told none" : null;
    }

    private boolean statesAmount(String action) {
        return definition
                .operation(action)
                .filter(OperationDefinition::statesAmount)
                .isPresent();
    }
}
