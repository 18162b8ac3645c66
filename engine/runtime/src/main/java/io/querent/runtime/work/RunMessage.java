package io.querent.runtime.work;

import io.querent.decision.SagaCommand;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Possession;

/** What arrives in the inbox of a {@link SagaRun}. */
sealed interface RunMessage {
    /** A command to decide. */
    record Command(SagaCommand command) implements RunMessage {}

    /** A turn's append came to this. */
    record Settled(Turn<?> turn, Possession possession, AppendResult result) implements RunMessage {}

    /** A turn's append failed for good. */
    record Failed(Turn<?> turn, Throwable failure) implements RunMessage {}

    /** A local transaction ended. */
    record LocalEnded(Launch.Local launch, LocalRun.Ending ending) implements RunMessage {}

    /** The operation's turn in a gate's line has come. */
    record YourTurn(String operation) implements RunMessage {}

    /** Look at what is due. */
    record Nudge() implements RunMessage {}

    /** Something from outside was appended: look at what is stored. */
    record Moved() implements RunMessage {}

    /** Nobody waits for calls any longer. */
    record GraceOver() implements RunMessage {}

    /** The lease is lost. */
    record Lost() implements RunMessage {}
}
