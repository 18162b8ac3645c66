package io.querent.runtime.journal;

import io.querent.decision.Evolution;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import java.util.List;

/** A saga as committed: its row and all its events, in order. */
public record StoredSaga(SagaRow row, List<SagaEvent> events) {
    public StoredSaga {
        events = List.copyOf(events);
    }

    /** The state that the events lead to. */
    public SagaState state() {
        SagaState state = Evolution.replay(events);
        if (state == null || state.version() != row.version()) {
            throw new IllegalStateException("saga " + row.key() + " has " + events.size() + " events, its row says "
                    + row.version() + ": the history is damaged");
        }
        return state;
    }
}
