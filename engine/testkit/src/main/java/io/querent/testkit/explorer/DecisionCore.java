package io.querent.testkit.explorer;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.Evolution;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The real thing. Stateless. */
final class DecisionCore implements Core {
    @Override
    public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
        return Decider.decide(definition, state, command);
    }

    @Override
    public SagaState evolve(@Nullable SagaState state, SagaEvent event) {
        return Evolution.evolve(state, event);
    }

    @Override
    public List<Effect> effects(SagaDefinition<?> definition, SagaState state, Instant now) {
        return Effects.of(definition, state, now);
    }

    @Override
    public String key(SagaDefinition<?> definition, SagaState state, String operation) {
        return definition.operation(operation).orElseThrow().encode(state.key().operation(operation));
    }

    @Override
    public boolean admits(long token, long latest) {
        return token == latest;
    }
}
