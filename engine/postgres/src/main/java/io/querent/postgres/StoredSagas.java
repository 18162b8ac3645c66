package io.querent.postgres;

import io.querent.decision.SagaEvent;
import io.querent.runtime.codec.EncodedEvent;
import io.querent.runtime.codec.EventCodec;
import io.querent.runtime.codec.UnreadableEventException;
import io.querent.runtime.journal.ArchivedHistory;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Reads sagas whole: first rows, then the events that the rows count. Events are only ever added, so those are there, and later ones
 * are left out: row and events fit together without a common snapshot. Only retention takes events away, all of a saga's at once.
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
                List<EncodedEvent> found = history(row).events(events);
                sagas.add(found.size() < row.saga().version() ? elsewhere(connection, row) : decode(row.saga(), found));
            } catch (UnreadableEventException unreadable) {
                whenUnreadable.accept(row, unreadable);
            }
        }
        return sagas;
    }

    /**
     * The events have left the place where the row said they were: retention has moved them on since the row was read, or has taken them
     * out of the database. If neither, they are as damaged as whoever replays them will find.
     */
    private StoredSaga elsewhere(Connection connection, SagaReads.Located before) throws SQLException {
        SagaRow row = before.saga();
        for (SagaReads.Located now : SagaReads.byId(connection, List.of(row.id()))) {
            SagaReads.Located moved = new SagaReads.Located(row, now.period());
            List<EncodedEvent> found = history(moved).events(EventReads.of(connection, List.of(history(moved))));
            Optional<ArchivedHistory> archived =
                    found.isEmpty() ? RetiredMonths.of(connection, now.period()) : Optional.empty();
            return archived.isPresent() ? StoredSaga.archived(row, archived.get()) : decode(row, found);
        }
        return decode(row, List.of());
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
