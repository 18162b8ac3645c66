package io.querent.axon;

import io.querent.decision.SagaCommand;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import org.axonframework.modelling.command.TargetAggregateIdentifier;

/**
 * A command on Axon's command bus: one of the core's, and the saga it is for. The owner's own commands are not among them: they
 * are decided under a fencing token, which a command bus knows nothing of.
 */
public sealed interface SagaBusCommand {
    /** The saga it is for. */
    SagaKey saga();

    /** What is asked of it. */
    SagaCommand command();

    /** Where Axon sends it. */
    @TargetAggregateIdentifier
    default SagaId target() {
        return saga().id();
    }

    /** Late knowledge, for the query and for people. */
    record RecordEvidence(SagaKey saga, SagaCommand.RecordEvidence command) implements SagaBusCommand {}

    /** A person wants the saga to go on now. */
    record WakeSaga(SagaKey saga, SagaCommand.WakeSaga command) implements SagaBusCommand {}

    /** A person decides. */
    record Decide(SagaKey saga, SagaCommand.Decide command) implements SagaBusCommand {}

    /** A downstream told, unasked, what became of an operation. */
    record RecordCallback(SagaKey saga, SagaCommand.RecordCallback command) implements SagaBusCommand {}

    /** A person moves the saga to a newer version of its definition. */
    record MoveSaga(SagaKey saga, SagaCommand.MoveSaga command) implements SagaBusCommand {}

    /**
     * Addresses a command.
     *
     * @throws io.querent.saga.QuerentException when it is one that only an owner may give
     */
    static SagaBusCommand of(SagaKey saga, SagaCommand command) {
        if (command instanceof SagaCommand.RecordEvidence evidence) {
            return new RecordEvidence(saga, evidence);
        } else if (command instanceof SagaCommand.WakeSaga wake) {
            return new WakeSaga(saga, wake);
        } else if (command instanceof SagaCommand.Decide decide) {
            return new Decide(saga, decide);
        } else if (command instanceof SagaCommand.RecordCallback callback) {
            return new RecordCallback(saga, callback);
        } else if (command instanceof SagaCommand.MoveSaga move) {
            return new MoveSaga(saga, move);
        }
        throw AxonRefusals.ownersCommand(command);
    }
}
