package io.querent.postgres;

import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaRow;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what became of appends whose guard did not hold.
 *
 * <p>When an earlier try of the append may have been committed, the guard may be broken by that very try, so the stored events are
 * compared with its own. This is decisive: the earlier try holds the saga's row, or its place in the unique index, until its
 * transaction has ended, and the statement that found the guard broken waited for that. Should the earlier try reach the server
 * even later, then its own guard no longer holds and it changes nothing.
 */
final class BrokenGuards {
    private BrokenGuards() {}

    /** An append whose guard did not hold. */
    record Broken(EncodedAppend append, boolean maybeCommitted) {}

    /** The fate of one. */
    static AppendResult settle(Connection connection, Broken broken) throws SQLException {
        AppendResult result = settle(connection, List.of(broken)).get(broken.append.id());
        return Objects.requireNonNull(result);
    }

    /** The fate of each. */
    static Map<SagaId, AppendResult> settle(Connection connection, Collection<Broken> all) throws SQLException {
        Map<SagaId, SagaReads.Located> rows = new HashMap<>();
        List<SagaId> ids = all.stream().map(each -> each.append.id()).toList();
        for (SagaReads.Located row : SagaReads.byId(connection, ids)) {
            rows.put(row.saga().id(), row);
        }
        List<EventReads.Span> spans = new ArrayList<>();
        for (Broken each : all) {
            SagaReads.Located row = rows.get(each.append.id());
            if (each.maybeCommitted && row != null) {
                spans.add(spanOf(each.append, row));
            }
        }
        Map<SagaId, List<EventRow>> stored = EventReads.of(connection, spans);
        Map<SagaId, AppendResult> results = new HashMap<>();
        for (Broken each : all) {
            SagaId id = each.append.id();
            SagaReads.Located row = rows.get(id);
            boolean own = each.maybeCommitted && row != null && isOwn(each.append, row, stored);
            results.put(
                    id,
                    own
                            ? new AppendResult.Appended(each.append.versionAfter())
                            : describe(each.append, row == null ? null : row.saga()));
        }
        return results;
    }

    private static EventReads.Span spanOf(EncodedAppend append, SagaReads.Located row) {
        return new EventReads.Span(append.id(), row.period(), append.versionBefore() + 1, append.versionAfter());
    }

    /** Whether what is stored is this append's own doing. */
    private static boolean isOwn(
            EncodedAppend append, SagaReads.Located located, Map<SagaId, List<EventRow>> rowsOfEvents) {
        Guard guard = append.append().guard();
        SagaRow row = located.saga();
        if (append.events().isEmpty()) {
            // Only possession changed, so there is no event to compare. Letting a saga go leaves the token of who let
            // it go.
            return guard instanceof Guard.Owned owned
                    && row.owner() == null
                    && row.token() == owned.token()
                    && row.version() == owned.version();
        }
        if (guard instanceof Guard.New && append.possession() instanceof Possession.Take take) {
            // Two callers can start one saga with equal events, but only one of them owns it. One that owned it and
            // lost it to a
            // takeover meanwhile is told that the saga exists: it has nothing to do with it any more.
            return take.node().equals(row.owner()) && row.token() == 1 && areStored(append, located, rowsOfEvents);
        }
        return areStored(append, located, rowsOfEvents);
    }

    private static boolean areStored(
            EncodedAppend append, SagaReads.Located row, Map<SagaId, List<EventRow>> rowsOfEvents) {
        return append.wrote(spanOf(append, row).events(rowsOfEvents));
    }

    private static AppendResult describe(EncodedAppend append, @Nullable SagaRow row) throws SQLException {
        if (row == null) {
            if (append.isNew()) {
                // What was in the way is gone or not visible yet. Run the whole transaction again.
                throw new SQLException("saga " + append.append().key() + " was in the way and is not there", "40001");
            }
            return new AppendResult.Missing();
        }
        if (!row.key().equals(append.append().key())) {
            throw new SQLException(
                    "saga id " + append.id() + " belongs to " + row.key() + ": two keys have one digest", "23505");
        }
        if (!append.isNew() && holds(append.append().guard(), row)) {
            // PostgreSQL 18.1 loses rows of a joined update that had to wait for another transaction: the
            // recheck of an index
            // scan inside a nested loop comes out false although the row still fits. The guard holds, so it is no stale
            // append.
            throw new SQLException("the guard of saga " + row.key() + " holds, but its row was not updated", "40001");
        }
        return append.isNew() ? new AppendResult.Exists(row) : new AppendResult.Stale(row);
    }

    private static boolean holds(Guard guard, SagaRow row) {
        if (guard instanceof Guard.Owned owned) {
            return owned.node().equals(row.owner()) && owned.token() == row.token() && owned.version() == row.version();
        }
        return guard instanceof Guard.Version version && version.version() == row.version();
    }
}
