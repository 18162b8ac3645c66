package io.querent.axon;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.Evolution;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.runtime.work.Definitions;
import io.querent.saga.SagaDefinition;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.AggregateLifecycle;
import org.axonframework.modelling.command.AggregateRoot;
import org.jspecify.annotations.Nullable;

/**
 * A saga as Axon's aggregate: a state that events have made, and the commands that come from outside its owner. It decides
 * nothing itself. A refusal is returned as a value; nothing is stored then.
 *
 * <p>It is loaded from the journal for every command and never cached. The owner appends behind Axon's back, so a cached state is
 * an old one more often than not. An append decided on it would be refused by the version guard and could be repeated; but a
 * refusal appends nothing, so no guard would ever notice that it was decided on a state that is no more.
 */
@AggregateRoot(type = SagaMessages.AGGREGATE_TYPE)
final class SagaAggregate {
    @AggregateIdentifier
    private @Nullable String id;

    private @Nullable SagaState state;

    /** For Axon, which replays the events afterwards. */
    SagaAggregate() {}

    @CommandHandler
    Decision handle(SagaBusCommand.RecordEvidence command, Definitions definitions) {
        return decide(command.command(), definitions);
    }

    @CommandHandler
    Decision handle(SagaBusCommand.WakeSaga command, Definitions definitions) {
        return decide(command.command(), definitions);
    }

    @CommandHandler
    Decision handle(SagaBusCommand.Decide command, Definitions definitions) {
        return decide(command.command(), definitions);
    }

    @CommandHandler
    Decision handle(SagaBusCommand.RecordCallback command, Definitions definitions) {
        return decide(command.command(), definitions);
    }

    @CommandHandler
    Decision handle(SagaBusCommand.MoveSaga command, Definitions definitions) {
        return decide(command.command(), definitions);
    }

    /** The one way in which the state changes, for events replayed and events applied alike. */
    @EventSourcingHandler
    void on(SagaEvent event) {
        SagaState next = Evolution.evolve(state, event);
        if (id == null) {
            id = next.key().id().toString();
        }
        state = next;
    }

    private Decision decide(SagaCommand command, Definitions definitions) {
        SagaState before = state;
        if (before == null) {
            throw new IllegalStateException("Axon loads no aggregate without events");
        }
        SagaDefinition<?> definition = definitions.of(before);
        Decision decision = Decider.decide(definition, before, command);
        if (decision instanceof Decision.Accepted accepted) {
            accepted.events().forEach(AggregateLifecycle::apply);
        }
        return decision;
    }
}
