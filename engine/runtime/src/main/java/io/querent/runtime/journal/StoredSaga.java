package io.querent.runtime.journal;

import io.querent.decision.Evolution;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A saga as committed: its row and all its events, in order. Of one that ended long ago the row may be all that is left.
 *
 * @param archived where its events are, when they have left the database; null as long as they are here
 */
public record StoredSaga(
        SagaRow row, List<SagaEvent> events, @Nullable ArchivedHistory archived) {
    public StoredSaga {
        events = List.copyOf(events);
    }

    /** A saga whose events are here. */
    public StoredSaga(SagaRow row, List<SagaEvent> events) {
        this(row, events, null);
    }

    /** A saga whose events have left the database. */
    public static StoredSaga archived(SagaRow row, ArchivedHistory where) {
        return new StoredSaga(row, List.of(), where);
    }

    /**
     * All that happened to it.
     *
     * @throws HistoryArchivedException when that has left the database
     */
    public List<SagaEvent> events() {
        if (archived != null) {
            throw new HistoryArchivedException(row.key(), archived);
        }
        return events;
    }

    /**
     * The state that the events lead to.
     *
     * @throws HistoryArchivedException when they have left the database
     */
    public SagaState state() {
        SagaState state = Evolution.replay(events());
        if (state == null || state.version() != row.version()) {
            throw new IllegalStateException("saga " + row.key() + " has " + events.size() + " events, its row says "
                    + row.version() + ": the history is damaged");
        }
        return state;
    }
}
