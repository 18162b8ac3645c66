package io.querent.axon;

import io.querent.decision.history.SagaHistory;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.saga.SagaKey;
import java.util.Optional;
import org.axonframework.queryhandling.QueryHandler;

/**
 * What can be asked on Axon's query bus. Answers are read from the journal and are as committed when they were read; ask with
 * {@code ResponseTypes.optionalInstanceOf}.
 */
public final class SagaQueries {
    private final SagaJournal journal;

    SagaQueries(SagaJournal journal) {
        this.journal = journal;
    }

    /** All that happened to a saga: a {@link SagaHistory}, if there is such a saga. */
    public record FindSagaHistory(SagaKey saga) {}

    /** Where a saga stands: a {@link SagaRow}, if there is such a saga. */
    public record FindSagaRow(SagaKey saga) {}

    @QueryHandler
    Optional<SagaHistory> handle(FindSagaHistory query) {
        return journal.find(query.saga().id())
                .map(stored -> SagaHistory.of(stored.row().status(), stored.events()));
    }

    @QueryHandler
    Optional<SagaRow> handle(FindSagaRow query) {
        return journal.findRow(query.saga().id());
    }
}
