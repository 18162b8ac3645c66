package io.querent.runtime.work;

import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.preview.UserFunctions;
import io.querent.runtime.call.FailureClassifier;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.codec.StatedAmounts;
import io.querent.saga.Amount;
import io.querent.saga.OperationDefinition;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Optional;

/** Asks a definition's functions with what is stored. What they throw is a reason in words, an error of theirs as well. */
record StoredFunctions<I>(SagaDefinition<I> definition, PayloadCodec payloads) implements UserFunctions {
    @Override
    public String request(String operation, SagaState known) {
        try {
            return written(definition.operation(operation).orElseThrow(), known);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError failure) {
            throw new IllegalStateException(FailureClassifier.describe(failure), failure);
        }
    }

    @Override
    public Optional<Amount> amount(String operation, String request) {
        return new StatedAmounts(payloads).ofRequest(definition, operation, request);
    }

    @Override
    public SagaCommand begin(String step, SagaState known, Instant at) {
        return new Beginnings<>(definition, payloads, view(known), at).begin(step);
    }

    @Override
    public Optional<SagaCommand> unlessToBeRun(String step, SagaState known, Instant at) {
        return new Beginnings<>(definition, payloads, view(known), at).unlessToBeRun(step);
    }

    private <Q> String written(OperationDefinition<I, Q, ?> operation, SagaState known) {
        return payloads.write("request of step " + operation.name(), operation.buildRequest(view(known)));
    }

    private StateView<I> view(SagaState known) {
        return new StateView<>(known, definition.inputType(), payloads);
    }
}
