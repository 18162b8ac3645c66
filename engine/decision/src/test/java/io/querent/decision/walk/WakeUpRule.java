package io.querent.decision.walk;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaLifecycle;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.decision.world.Commit;
import io.querent.saga.SagaDefinition;
import java.util.List;

/** R15: what has not ended has a call in flight, something to do, a due time, or a review. */
final class WakeUpRule implements Rule {
    private final SagaDefinition<?> definition;

    WakeUpRule(SagaDefinition<?> definition) {
        this.definition = definition;
    }

    @Override
    public void check(Commit commit, Accepted accepted) {
        SagaState state = accepted.state();
        SagaStatus status = SagaLifecycle.statusOf(definition, state);
        boolean inFlight = state.operations().values().stream()
                .anyMatch(operation -> operation.status() == OperationStatus.IN_FLIGHT);
        List<Effect> effects = Effects.of(definition, state, commit.command().at());
        boolean due = !effects.isEmpty();
        for (Effect effect : effects) {
            Rule.require(
                    !(effect instanceof Effect.Ask ask)
                            || definition
                                    .operation(ask.operation())
                                    .orElseThrow()
                                    .queryable(),
                    "%s although the definition does not say how to ask",
                    effect);
        }
        boolean inReview = (status == SagaStatus.IN_REVIEW || status == SagaStatus.PAUSED)
                && !state.reviews().isEmpty();
        Rule.require(
                status.isFinal() || inFlight || due || inReview,
                "nothing will ever wake up the saga, which is %s",
                status);
        Rule.require(!status.isFinal() || !due, "a saga that has ended wants something done");
    }
}
