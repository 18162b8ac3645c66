package io.querent.axon;

import io.querent.decision.Evolution;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.work.Definitions;
import io.querent.saga.InvalidKeyException;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;

/**
 * Events of one saga that Axon wants to store.
 *
 * @param saga the saga
 * @param version how many events the saga had when they were decided: the Axon sequence number of the first
 * @param events the events, in order; never empty
 */
record NewEvents(SagaId saga, long version, List<SagaEvent> events) {
    /**
     * Reads them from Axon's messages.
     *
     * @throws org.axonframework.eventsourcing.eventstore.EventStoreException when they are not the next events of one saga
     */
    static NewEvents of(List<? extends EventMessage<?>> messages) {
        DomainEventMessage<?> first = domainEvent(messages.get(0));
        SagaId saga = sagaOf(first);
        List<SagaEvent> events = new ArrayList<>();
        for (EventMessage<?> message : messages) {
            DomainEventMessage<?> next = domainEvent(message);
            if (!next.getAggregateIdentifier().equals(first.getAggregateIdentifier())) {
                throw AxonRefusals.severalSagas(first.getAggregateIdentifier(), next.getAggregateIdentifier());
            }
            long expected = first.getSequenceNumber() + events.size();
            if (next.getSequenceNumber() != expected) {
                throw AxonRefusals.outOfOrder(saga, expected, next.getSequenceNumber());
            }
            events.add((SagaEvent) next.getPayload());
        }
        return new NewEvents(saga, first.getSequenceNumber(), events);
    }

    /**
     * The append that stores them if the saga still has {@link #version} events. An owner keeps the saga; without one it is due
     * when its new state says so.
     */
    Append append(Definitions definitions, SagaState before) {
        SagaState after = after(before);
        SagaDefinition<?> definition =
                definitions.get(after.key().definition(), after.origin().definitionVersion());
        SagaEvent last = events.get(events.size() - 1);
        return Appends.of(
                definition,
                new Guard.Version(version),
                before,
                events,
                after,
                Appends.unlessOwned(definition, after, last.at()));
    }

    private SagaState after(SagaState before) {
        try {
            SagaState state = before;
            for (SagaEvent event : events) {
                state = Evolution.evolve(state, event);
            }
            return state;
        } catch (IllegalStateException impossible) {
            throw AxonRefusals.cannotFollow(saga, impossible);
        }
    }

    private static DomainEventMessage<?> domainEvent(EventMessage<?> message) {
        if (message instanceof DomainEventMessage<?> event && event.getPayload() instanceof SagaEvent) {
            return event;
        }
        throw AxonRefusals.notOfASaga(message);
    }

    private static SagaId sagaOf(DomainEventMessage<?> event) {
        try {
            return SagaId.parse(event.getAggregateIdentifier());
        } catch (InvalidKeyException notASaga) {
            throw AxonRefusals.notOfASaga(event);
        }
    }
}
