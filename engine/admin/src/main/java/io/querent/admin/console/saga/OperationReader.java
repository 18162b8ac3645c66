package io.querent.admin.console.saga;

import io.querent.admin.console.page.Contradiction;
import io.querent.admin.console.page.Links;
import io.querent.admin.console.page.Masks;
import io.querent.admin.console.page.Moment;
import io.querent.decision.Conclusion;
import io.querent.decision.OperationState;
import io.querent.decision.SagaState;
import io.querent.decision.history.AttemptHistory;
import io.querent.decision.history.OperationHistory;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what the page of an operation shows. Pure. */
final class OperationReader {
    private static final int PAGE = 50;

    private final Masks masks;

    OperationReader(Masks masks) {
        this.masks = masks;
    }

    /** @param before only attempts with a lower number; null for the newest */
    OperationView read(StoredSaga saga, StepRow row, @Nullable Integer before) {
        SagaState state = saga.state();
        SagaKey key = state.key();
        OperationState operation = state.operation(row.name());
        Optional<OperationHistory> history = history(saga, row.name());
        List<AttemptHistory> attempts = history.map(OperationHistory::attempts).orElse(List.of());
        int end = before == null ? attempts.size() : Math.max(0, Math.min(attempts.size(), before - 1));
        int start = Math.max(0, end - PAGE);
        List<OperationView.Try> tries = new ArrayList<>();
        for (int i = end - 1; i >= start; i--) {
            tries.add(attempt(attempts.get(i), key));
        }
        List<OperationView.Said> notes = notes(history, key);
        return new OperationView(
                Links.saga(key.id()),
                key.toString(),
                row,
                key.operation(row.name()).value(),
                row.undo() ? link(key, row.original()) : null,
                undos(state, row.name()),
                operation.request() == null
                        ? ""
                        : masks.payloads().mask(operation.request().body()),
                operation.request() == null ? "" : operation.request().hash(),
                operation.result().map(masks.payloads()::mask).orElse(""),
                refusal(operation, key),
                attempts.isEmpty() ? null : Moment.of(attempts.get(0).startedAt()),
                Moment.ofNullable(operation.waiting().askingSince()),
                Moment.ofNullable(operation.waiting().absentFrom()),
                operation.waiting().reference() == null
                        ? ""
                        : masks.texts().mask(operation.waiting().reference(), key),
                Contradiction.of(operation, key, masks.texts()),
                operation.revision(),
                tries,
                attempts.size(),
                start == 0 ? null : start + 1,
                notes,
                history.map(known -> known.notes().size() > PAGE).orElse(false));
    }

    private static Optional<OperationHistory> history(StoredSaga saga, String name) {
        return SagaHistory.of(saga.row().status(), saga.events()).operations().stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst();
    }

    private OperationView.Try attempt(AttemptHistory attempt, SagaKey key) {
        return new OperationView.Try(
                attempt.number(),
                attempt.node(),
                attempt.token(),
                Moment.of(attempt.startedAt()),
                Moment.ofNullable(attempt.endedAt()),
                attempt.outcome() == null ? "in flight" : attempt.outcome(),
                attempt.evidence() == null ? "" : masks.texts().mask(attempt.evidence(), key));
    }

    private List<OperationView.Said> notes(Optional<OperationHistory> history, SagaKey key) {
        List<OperationView.Said> newestFirst = new ArrayList<>();
        history.ifPresent(known -> {
            for (int i = known.notes().size() - 1; i >= 0 && newestFirst.size() < PAGE; i--) {
                var note = known.notes().get(i);
                newestFirst.add(new OperationView.Said(
                        Moment.of(note.at()), note.what(), masks.texts().mask(note.detail(), key)));
            }
        });
        return newestFirst;
    }

    private static List<OperationView.Link> undos(SagaState state, String name) {
        return state.operations().keySet().stream()
                .filter(other -> state.key().operation(other).isCompensation()
                        && OperationKey.actionOf(other).equals(name))
                .map(other -> link(state.key(), other))
                .toList();
    }

    private static OperationView.Link link(SagaKey key, String name) {
        return new OperationView.Link(name, Links.operation(key.id(), name));
    }

    private String refusal(OperationState operation, SagaKey key) {
        String text = "";
        if (operation.conclusion() instanceof Conclusion.Refused refused) {
            text = refused.code() + ": " + refused.message() + (refused.byUs() ? " (given up by us)" : "");
        } else if (operation.conclusion() instanceof Conclusion.Overtaken overtaken) {
            text = overtaken.code() + ": " + overtaken.message();
        } else if (operation.conclusion() instanceof Conclusion.Reversed reversed) {
            text = "taken back, " + reversed.code() + ": " + reversed.message();
        }
        return masks.texts().mask(text, key);
    }
}
