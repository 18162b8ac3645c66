package io.querent.postgres;

import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.codec.UnreadableEventException;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Reads sagas whole: first rows, then the events that the rows count. Events are only ever added, so those are there, and later ones
 * are left out: row and events fit together without a common snapshot.
 */
final class StoredSagas {
    private final EventCodec codec;

    StoredSagas(EventCodec codec) {
        this.codec = codec;
    }

    /** The sagas of those ids that exist. */
    List<StoredSaga> byId(Connection connection, Collection<SagaId> ids) throws SQLException {
        return all(connection, SagaReads.byId(connection, ids));
    }

    /** The sagas of those ids that have ended. The events of the others are not read. */
    List<StoredSaga> endedById(Connection connection, Collection<SagaId> ids) throws SQLException {
        return all(
                connection,
                SagaReads.byId(connection, ids).stream()
                        .filter(row -> row.saga().status().isFinal())
                        .toList());
    }

    private List<StoredSaga> all(Connection connection, List<SagaReads.Located> rows) throws SQLException {
        return of(connection, rows, (row, unreadable) -> {
            throw unreadable;
        });
    }

    /**
     * The sagas of these rows.
     *
     * @param whenUnreadable told of a saga that is left out because an event of it cannot be read
     */
    List<StoredSaga> of(
            Connection connection,
            List<SagaReads.Located> rows,
            BiConsumer<SagaReads.Located, UnreadableEventException> whenUnreadable)
            throws SQLException {
        Map<SagaId, List<EventRow>> events = EventReads.of(
                connection, rows.stream().map(StoredSagas::history).toList());
        List<StoredSaga> sagas = new ArrayList<>(rows.size());
        for (SagaReads.Located row : rows) {
            try {
                sagas.add(decode(row.saga(), history(row).events(events)));
            } catch (UnreadableEventException unreadable) {
                whenUnreadable.accept(row, unreadable);
            }
        }
        return sagas;
    }

    private static EventReads.Span history(SagaReads.Located row) {
        return new EventReads.Span(row.saga().id(), row.period(), 1, row.saga().version());
    }

    private StoredSaga decode(SagaRow row, List<EncodedEvent> stored) {
        List<SagaEvent> events = new ArrayList<>(stored.size());
        for (EncodedEvent event : stored) {
            events.add(codec.decode(row.key(), event));
        }
        return new StoredSaga(row, events);
    }
}
