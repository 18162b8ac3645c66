package io.querent.decision.preview;

import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.saga.Amount;
import java.time.Instant;
import java.util.Optional;

/** The functions of a definition, as a preview asks them. They see what is known now, and no result that is yet to come. */
public interface UserFunctions {
    /**
     * The request that the operation would be sent with, as JSON text.
     *
     * @throws RuntimeException when it cannot be built from what is known; the message says why
     */
    String request(String operation, SagaState known);

    /** The amount of the effect that {@code request} asks for; empty where none is stated, or the function fails. */
    Optional<Amount> amount(String operation, String request);

    /** The command that begins a step which the engine decides by itself; that of a failed request where it cannot be told now. */
    SagaCommand begin(String step, SagaState known, Instant at);

    /** The command that skips the step, or says that its condition cannot be weighed now; empty when it is to be run. */
    Optional<SagaCommand> unlessToBeRun(String step, SagaState known, Instant at);
}
