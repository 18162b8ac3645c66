package io.querent.axon;

import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.runtime.work.OutsideCommands;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaKey;
import org.axonframework.commandhandling.gateway.CommandGateway;
import org.axonframework.eventsourcing.eventstore.EventStoreException;
import org.axonframework.modelling.command.AggregateNotFoundException;
import org.axonframework.modelling.command.ConcurrencyException;

/**
 * Carries out commands from outside on Axon's command bus, where interceptors see them. Answers as
 * {@link io.querent.runtime.work.JournalCommands} does. Thread-safe.
 */
final class AxonOutsideCommands implements OutsideCommands {
    private static final int MOST_TRIES = 20;

    private final CommandGateway gateway;

    AxonOutsideCommands(CommandGateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public Decision send(SagaKey saga, SagaCommand command) {
        SagaBusCommand addressed = SagaBusCommand.of(saga, command);
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            try {
                return gateway.sendAndWait(addressed);
            } catch (ConcurrencyException moved) {
                // The owner or another command was first: nothing was stored, and the next try decides on what stands
                // there now.
            } catch (AggregateNotFoundException unknown) {
                throw UnknownSagaException.key(saga);
            } catch (EventStoreException failed) {
                throw failed.getCause() instanceof QuerentException cause ? cause : failed;
            }
        }
        throw new QuerentException(
                "QRT-3212",
                "the saga kept changing; key=" + saga + ", tries=" + MOST_TRIES + "; send the command again");
    }
}
