package io.querent.runtime.work;

import io.querent.decision.SagaStatus;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaNotCommittedException;
import io.querent.runtime.SagaResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.SagaJournal;
import io.querent.saga.SagaKey;
import java.util.concurrent.CompletionStage;

/**
 * The handle of a start in a transaction of the caller's. What became of that transaction is looked for in the database when the
 * handle is used, so it is right wherever the commit is made, and after the process that made it has died.
 */
record JoinedHandle(SagaHandle stored, SagaJournal journal) implements SagaHandle {
    @Override
    public SagaKey key() {
        return stored.key();
    }

    @Override
    public boolean isNew() {
        return stored.isNew();
    }

    @Override
    public SagaStatus status() {
        return committed().status();
    }

    @Override
    public SagaHistory history() {
        return committed().history();
    }

    /** Fails at once, not by its stage: whoever waits for the stage in the transaction would hold up the very commit. */
    @Override
    public CompletionStage<SagaResult> result() {
        return committed().result();
    }

    private SagaHandle committed() {
        try {
            if (journal.findRow(key().id()).isEmpty()) {
                throw new SagaNotCommittedException(key());
            }
        } catch (JournalUnavailableException unavailable) {
            throw new EngineUnavailableException("looking for saga " + key(), unavailable);
        }
        return stored;
    }
}
