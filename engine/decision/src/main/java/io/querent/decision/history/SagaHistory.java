package io.querent.decision.history;

import io.querent.decision.SagaEvent;
import io.querent.decision.SagaStatus;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;

/**
 * All that happened to a saga, readable.
 *
 * @param key identity
 * @param definitionVersion version of the definition it runs under
 * @param status where it stands
 * @param revision number of events: what a person who decides has to have seen
 * @param startedAt when it was started
 * @param operations one row an action or compensation, in the order in which they began
 * @param notes what concerns the saga as a whole, in order
 */
public record SagaHistory(
        SagaKey key,
        int definitionVersion,
        SagaStatus status,
        long revision,
        Instant startedAt,
        List<OperationHistory> operations,
        List<Note> notes) {
    public SagaHistory {
        operations = List.copyOf(operations);
        notes = List.copyOf(notes);
    }

    /**
     * Reads a history out of events.
     *
     * @param events all events of the saga, in order; not empty
     */
    public static SagaHistory of(SagaStatus status, List<SagaEvent> events) {
        return new HistoryReader().read(status, events);
    }
}
