package io.querent.decision.world;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.decision.preview.UserFunctions;
import io.querent.saga.Amount;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.Optional;

/** The functions of a {@link SagaPlan}, as a preview asks them. */
record ScriptedFunctions(SagaDefinition<String> definition) implements UserFunctions {
    @Override
    public String request(String operation, SagaState known) {
        return ScriptedView.json(definition
                .operation(operation)
                .orElseThrow()
                .buildRequest(new ScriptedView(known))
                .toString());
    }

    @Override
    public Optional<Amount> amount(String operation, String request) {
        return definition.operation(operation).flatMap(ScriptedWorld::stated);
    }

    @Override
    public SagaCommand begin(String step, SagaState known, Instant at) {
        return beginnings(known, at).begin(step);
    }

    @Override
    public Optional<SagaCommand> unlessToBeRun(String step, SagaState known, Instant at) {
        return beginnings(known, at).unlessToBeRun(step, OperationStatus.PLANNED);
    }

    private Beginnings<String> beginnings(SagaState known, Instant at) {
        return new Beginnings<>(definition, new ScriptedView(known), ScriptedWorld::plainRequest, at);
    }
}
