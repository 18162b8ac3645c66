package io.querent.runtime.work;

import io.querent.decision.SagaStatus;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaKey;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A handle that reads what is stored. */
record StoredHandle(
        SagaKey key, boolean isNew, SagaJournal journal, Function<SagaKey, CompletionStage<SagaResult>> results)
        implements SagaHandle {
    @Override
    public SagaStatus status() {
        return read().row().status();
    }

    @Override
    public SagaHistory history() {
        StoredSaga stored = read();
        return SagaHistory.of(stored.row().status(), stored.events());
    }

    @Override
    public CompletionStage<SagaResult> result() {
        return results.apply(key);
    }

    private StoredSaga read() {
        try {
            return journal.find(key.id()).orElseThrow(() -> OutsideCommands.UnknownSagaException.key(key));
        } catch (JournalUnavailableException unavailable) {
            throw new EngineUnavailableException("reading saga " + key, unavailable);
        }
    }
}
