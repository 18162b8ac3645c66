package io.querent.runtime.work;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.util.concurrent.CompletionException;

/** Carries out commands from outside directly on the journal. Thread-safe. */
public final class JournalCommands implements OutsideCommands {
    private static final int MOST_TRIES = 20;

    private final SagaJournal journal;
    private final Definitions definitions;

    /** Commands on {@code journal} for sagas of {@code definitions}. */
    public JournalCommands(SagaJournal journal, Definitions definitions) {
        this.journal = journal;
        this.definitions = definitions;
    }

    @Override
    public Decision send(SagaKey saga, SagaCommand command) {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            StoredSaga stored = journal.find(saga.id()).orElseThrow(() -> UnknownSagaException.key(saga));
            SagaState before = stored.state();
            SagaDefinition<?> definition = definitions.of(before);
            Decision decision = Decider.decide(definition, before, command);
            if (!(decision instanceof Decision.Accepted accepted)
                    || accepted.events().isEmpty()) {
                return decision;
            }
            SagaDefinition<?> next = command instanceof SagaCommand.MoveSaga move ? move.to() : definition;
            Append append = Appends.of(
                    next,
                    new Guard.Version(before.version()),
                    before,
                    accepted.events(),
                    accepted.state(),
                    Appends.unlessOwned(next, accepted.state(), command.at()));
            if (appended(append) instanceof AppendResult.Appended) {
                return decision;
            }
        }
        throw new QuerentException(
                "QRT-3212",
                "the saga kept changing; key=" + saga + ", tries=" + MOST_TRIES + "; send the command again");
    }

    private AppendResult appended(Append append) {
        try {
            return journal.append(append).toCompletableFuture().join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof QuerentException known ? known : failed;
        }
    }
}
