package io.querent.runtime.codec;

import io.querent.decision.FrozenRequest;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.OperationAmounts;
import io.querent.saga.Amount;
import io.querent.saga.OperationDefinition;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.util.Optional;

/**
 * The amounts that a definition states of stored requests and inputs. What cannot be read states none: an amount is told to people and never
 * keeps a saga from going on. As thread-safe as the definition's functions.
 */
public final class StatedAmounts implements OperationAmounts {
    private final PayloadCodec payloads;

    /** Amounts of what {@code payloads} reads. */
    public StatedAmounts(PayloadCodec payloads) {
        this.payloads = payloads;
    }

    /** The amount of the operation's effect; of a compensation how much it makes good for. Empty where none is stated, or not sent yet. */
    public Optional<Amount> of(SagaDefinition<?> definition, SagaState state, String operation) {
        Optional<Amount> recorded = state.amountOf(operation);
        if (recorded.isPresent()) {
            return recorded;
        }
        String action = definition.stepOf(operation).map(StepDefinition::name).orElse(operation);
        FrozenRequest request = state.operation(action).request();
        return request == null ? Optional.empty() : ofRequest(definition, action, request.body());
    }

    /** The amount of the effect that the request of {@code action} asks for. */
    public Optional<Amount> ofRequest(SagaDefinition<?> definition, String action, String request) {
        return definition
                .operation(action)
                .filter(OperationDefinition::statesAmount)
                .flatMap(stating -> ofRequest(stating, request));
    }

    /** The amount that the saga is about. */
    public Optional<Amount> ofSaga(SagaDefinition<?> definition, SagaState state) {
        return definition.statesAmount() ? ofInput(definition, state) : Optional.empty();
    }

    /** Where a step states no amount of its own, all that the saga is about may be at risk. */
    @Override
    public Optional<Amount> atRisk(SagaDefinition<?> definition, SagaState state, String operation) {
        return of(definition, state, operation).or(() -> ofSaga(definition, state));
    }

    private <Q> Optional<Amount> ofRequest(OperationDefinition<?, Q, ?> operation, String request) {
        try {
            return operation.amountOf(
                    payloads.read("request of " + operation.name(), request, operation.requestType()));
        } catch (RuntimeException | LinkageError unreadable) {
            return Optional.empty();
        }
    }

    private <I> Optional<Amount> ofInput(SagaDefinition<I> definition, SagaState state) {
        try {
            return definition.amountOf(
                    payloads.read("input of saga " + state.key(), state.origin().input(), definition.inputType()));
        } catch (RuntimeException | LinkageError unreadable) {
            return Optional.empty();
        }
    }
}
