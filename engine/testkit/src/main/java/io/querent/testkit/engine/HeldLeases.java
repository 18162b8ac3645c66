package io.querent.testkit.engine;

import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal.HeldLease;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The sagas that a node has, as far as the store told it. Thread-safe. */
final class HeldLeases {
    private final Map<SagaId, Long> tokens = new ConcurrentHashMap<>();

    Set<SagaId> sagas() {
        return Set.copyOf(tokens.keySet());
    }

    List<HeldLease> leases() {
        return tokens.entrySet().stream()
                .map(each -> new HeldLease(each.getKey(), each.getValue()))
                .toList();
    }

    void claimed(List<StoredSaga> sagas) {
        sagas.forEach(each -> tokens.put(each.row().id(), each.row().token()));
    }

    void appended(Append append, AppendResult result) {
        SagaId id = append.key().id();
        if (result instanceof AppendResult.Stale stale) {
            // Another has it, unless a command from outside came in between.
            tokens.computeIfPresent(id, (same, token) -> token == stale.row().token() ? token : null);
        }
        if (!(result instanceof AppendResult.Appended)) {
            return;
        }
        if (append.status().isFinal()
                || append.possession() instanceof Possession.DueIn
                || append.possession() instanceof Possession.Rest) {
            tokens.remove(id);
        } else if (append.possession() instanceof Possession.Take) {
            tokens.put(id, 1L);
        }
    }

    /** Others have those that were not renewed. */
    void keepOnly(Set<SagaId> renewed, Set<SagaId> asked) {
        asked.stream().filter(each -> !renewed.contains(each)).forEach(tokens::remove);
    }
}
