package io.querent.runtime.work;

import io.querent.decision.SagaState;
import io.querent.runtime.SagaResult;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Who waits for which saga to end. A saga that ends on this node tells at once; for the others the database is asked, a bounded
 * batch at a time. Thread-safe.
 */
final class Completions {
    private static final int BATCH = 200;

    private final ConcurrentMap<SagaId, CompletableFuture<SagaResult>> waiting = new ConcurrentHashMap<>();
    private final SagaJournal journal;
    private final PayloadCodec payloads;

    Completions(SagaJournal journal, PayloadCodec payloads) {
        this.journal = journal;
        this.payloads = payloads;
    }

    CompletionStage<SagaResult> of(SagaId id) {
        return waiting.computeIfAbsent(id, unused -> new CompletableFuture<>()).minimalCompletionStage();
    }

    /** The saga's state after a turn on this node. */
    void tell(SagaId id, SagaState state) {
        if (state.ended().isPresent()) {
            complete(id, new SagaResult(state, payloads));
        }
    }

    private void complete(SagaId id, SagaResult result) {
        CompletableFuture<SagaResult> future = waiting.remove(id);
        if (future != null) {
            future.complete(result);
        }
    }

    /**
     * Asks the database about the next of those who wait.
     *
     * @param place where the last look ended; begins anew at the end
     * @return where this look ended
     */
    Iterator<SagaId> look(Iterator<SagaId> place) {
        Iterator<SagaId> ids = place.hasNext() ? place : waiting.keySet().iterator();
        List<SagaId> batch = new ArrayList<>();
        while (ids.hasNext() && batch.size() < BATCH) {
            batch.add(ids.next());
        }
        if (!batch.isEmpty()) {
            for (StoredSaga ended : journal.loadEnded(batch)) {
                complete(ended.row().id(), new SagaResult(ended, payloads));
            }
        }
        return ids;
    }
}
