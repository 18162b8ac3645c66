package io.querent.admin.api.saga;

import io.querent.admin.api.saga.SagaViews.AttemptView;
import io.querent.admin.api.saga.SagaViews.EventView;
import io.querent.admin.api.saga.SagaViews.HistoryView;
import io.querent.admin.api.saga.SagaViews.NoteView;
import io.querent.admin.api.saga.SagaViews.OperationView;
import io.querent.admin.api.saga.SagaViews.ReviewView;
import io.querent.admin.api.saga.SagaViews.RowView;
import io.querent.admin.api.saga.SagaViews.SagaView;
import io.querent.admin.api.saga.SagaViews.StandingView;
import io.querent.admin.api.saga.SagaViews.Summary;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.SagaState;
import io.querent.decision.history.AttemptHistory;
import io.querent.decision.history.Note;
import io.querent.decision.history.OperationHistory;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.action.Standing;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes of a stored saga what the API shows of it. Pure. */
public final class SagaReading {
    private final Masked masked;

    /** Masks with {@code masked}. */
    public SagaReading(Masked masked) {
        this.masked = masked;
    }

    /** A saga in a list. */
    public Summary summary(SagaSearch.Found found) {
        return summary(found.saga(), found.attributes());
    }

    /** A saga in a list. */
    public Summary summary(SagaRow row, Map<String, String> attributes) {
        return new Summary(
                row.id().toString(),
                row.key().toString(),
                row.key().definition(),
                row.definitionVersion(),
                row.status().name(),
                row.version(),
                row.startedAt(),
                row.endedAt(),
                new TreeMap<>(attributes));
    }

    /** Why it stands where it stands. */
    public StandingView standing(Standing standing, SagaKey saga) {
        return new StandingView(masked.text(standing.sentence(), saga), standing.until());
    }

    SagaView saga(StoredSaga stored, Standing standing) {
        SagaRow row = stored.row();
        SagaState state = stored.state();
        SagaKey key = row.key();
        List<ReviewView> reviews = state.reviews().entrySet().stream()
                .map(open -> new ReviewView(
                        open.getKey(),
                        open.getValue().reason().name(),
                        masked.text(open.getValue().detail(), key),
                        state.revisionOf(open.getKey())))
                .toList();
        return new SagaView(
                row.id().toString(),
                key.toString(),
                key.tenant().value(),
                key.definition(),
                row.definitionVersion(),
                key.businessKey().value(),
                row.status().name(),
                row.version(),
                row.inputHash(),
                masked.payload(state.origin().input()),
                row.startedAt(),
                row.endedAt(),
                row.owner(),
                row.token(),
                standing(standing, key),
                reviews);
    }

    /** Operations in the order in which they began, without the first {@code after}. */
    List<OperationView> operations(StoredSaga stored, long after, int limit) {
        SagaState state = stored.state();
        return state.operations().values().stream()
                .skip(after)
                .limit(limit)
                .map(operation -> operation(state.key(), operation))
                .toList();
    }

    OperationView operation(SagaKey saga, OperationState operation) {
        FrozenRequest request = operation.request();
        OperationKey key = saga.operation(operation.name());
        return new OperationView(
                operation.name(),
                key.value(),
                key.isCompensation() ? key.original().value() : null,
                operation.status().name(),
                operation.attempts().started(),
                operation.attempts().uncertain(),
                operation.attempts().firstSentAt(),
                operation.waiting().dueAt(),
                operation.waiting().absentFrom(),
                request == null ? null : request.hash(),
                request == null ? null : masked.payload(request.body()),
                masked.payloadOrNone(operation.result().orElse(null)),
                operation.revision());
    }

    HistoryView history(StoredSaga stored) {
        SagaHistory history = SagaHistory.of(stored.row().status(), stored.events());
        SagaKey key = history.key();
        return new HistoryView(
                key.toString(),
                history.status().name(),
                history.revision(),
                history.definitionVersion(),
                history.startedAt(),
                history.operations().stream().map(row -> row(row, key)).toList(),
                notes(history.notes(), key));
    }

    /** Events by number, from after {@code after} on. */
    List<EventView> events(StoredSaga stored, long after, int limit) {
        List<EventView> page = new ArrayList<>();
        int from = (int) Math.min(after, stored.events().size());
        int to = (int) Math.min((long) from + limit, stored.events().size());
        for (int i = from; i < to; i++) {
            page.add(masked.event(i + 1L, stored.events().get(i), stored.row().key()));
        }
        return page;
    }

    private RowView row(OperationHistory row, SagaKey key) {
        return new RowView(
                row.name(),
                row.key().value(),
                row.compensates().map(OperationKey::value).orElse(null),
                row.status().name(),
                row.requestHash(),
                row.attempts().stream().map(attempt -> attempt(attempt, key)).toList(),
                notes(row.notes(), key));
    }

    private AttemptView attempt(AttemptHistory attempt, SagaKey key) {
        return new AttemptView(
                attempt.number(),
                attempt.node(),
                attempt.token(),
                attempt.startedAt(),
                attempt.outcome(),
                masked.textOrNone(attempt.evidence(), key),
                attempt.endedAt());
    }

    private List<NoteView> notes(List<Note> notes, SagaKey key) {
        return notes.stream()
                .map(note -> new NoteView(note.at(), note.what(), masked.text(note.detail(), key)))
                .toList();
    }
}
