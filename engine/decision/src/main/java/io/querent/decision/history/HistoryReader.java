package io.querent.decision.history;

import io.querent.decision.Evolution;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Folds events into a history. Used once. */
final class HistoryReader {
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final List<Note> notes = new ArrayList<>();

    private static final class Row {
        private final List<AttemptHistory> attempts = new ArrayList<>();
        private final List<Note> notes = new ArrayList<>();

        void end(int attempt, String outcome, @Nullable String evidence, SagaEvent event) {
            if (attempt >= 1 && attempt <= attempts.size()) {
                attempts.set(attempt - 1, attempts.get(attempt - 1).ended(outcome, evidence, event.at()));
            }
        }

        void note(SagaEvent event, String what, String detail) {
            notes.add(new Note(event.at(), what, detail));
        }
    }

    SagaHistory read(SagaStatus status, List<SagaEvent> events) {
        SagaState state = Evolution.replay(events);
        if (state == null) {
            throw new IllegalArgumentException("a saga has at least one event");
        }
        events.forEach(this::read);
        List<OperationHistory> operations = new ArrayList<>();
        rows.forEach((name, row) -> operations.add(operation(name, row, state)));
        return new SagaHistory(
                state.key(),
                state.origin().definitionVersion(),
                status,
                state.version(),
                events.get(0).at(),
                operations,
                notes);
    }

    private static OperationHistory operation(String name, Row row, SagaState state) {
        OperationState operation = state.operation(name);
        FrozenRequest request = operation.request();
        return new OperationHistory(
                name,
                state.key().operation(name),
                operation.status(),
                request == null ? null : request.hash(),
                row.attempts,
                row.notes);
    }

    private void read(SagaEvent event) {
        if (event instanceof SagaEvent.CompensationStarted turned) {
            String why = turned.operation() == null ? "" : turned.operation() + " cannot succeed: ";
            note(event, "compensating", why + turned.reason());
        } else if (event instanceof SagaEvent.DecisionTaken taken) {
            decided(taken);
        } else if (event instanceof SagaEvent.ReviewOpened review
                && review.operation().equals(SagaState.WHOLE)) {
            note(event, "review", review.reason() + ": " + review.detail());
        } else if (event instanceof SagaEvent.OperationEvent operationEvent) {
            Row row = rows.computeIfAbsent(operationEvent.operation(), name -> new Row());
            if (!readAttempt(row, operationEvent)) {
                readNote(row, operationEvent);
            }
        } else if (event instanceof SagaEvent.SagaWoken woken) {
            note(event, "woken", "by " + woken.operator() + ": " + woken.reason());
        } else if (event instanceof SagaEvent.SagaStarted started) {
            note(event, "started", started.askFirst() ? "asks before its first sends" : "");
        } else {
            StepNotes.of(event).ifPresentOrElse(notes::add, () -> note(event, "ended", ""));
        }
    }

    private void decided(SagaEvent.DecisionTaken taken) {
        String evidence = taken.evidence().isEmpty() ? "" : "; evidence: " + taken.evidence();
        String second = taken.approvedBy() == null ? "" : ", approved by " + taken.approvedBy();
        String detail = taken.decision() + " by " + taken.operator() + second + ": " + taken.reason() + evidence;
        String operation = taken.operation();
        if (operation == null) {
            note(taken, "decided", detail);
        } else {
            rows.computeIfAbsent(operation, name -> new Row()).note(taken, "decided", detail);
        }
    }

    private void note(SagaEvent event, String what, String detail) {
        notes.add(new Note(event.at(), what, detail));
    }

    private static boolean readAttempt(Row row, SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.AttemptStarted started) {
            row.attempts.add(new AttemptHistory(
                    started.attempt(), started.node(), started.token(), started.at(), null, null, null));
        } else if (event instanceof SagaEvent.AttemptNotExecuted refused) {
            row.end(refused.attempt(), "NotExecuted", refused.code() + ": " + refused.message(), event);
        } else if (event instanceof SagaEvent.OutcomeUnknown unknown) {
            row.end(unknown.attempt(), "Unknown", unknown.evidence(), event);
        } else if (event instanceof SagaEvent.OperationSucceeded succeeded) {
            conclude(row, succeeded, succeeded.attempt(), "Succeeded", null);
        } else if (event instanceof SagaEvent.OperationRejected rejected) {
            conclude(row, rejected, rejected.attempt(), "Rejected", rejected.code() + ": " + rejected.message());
        } else if (event instanceof SagaEvent.OperationRefusedWithEffect refused) {
            String why = refused.code() + ": " + refused.message();
            conclude(row, refused, refused.attempt(), "RefusedWithEffect", why);
        } else {
            return false;
        }
        return true;
    }

    /** What a query found does not rewrite what the attempt itself said. */
    private static void conclude(
            Row row, SagaEvent.OperationEvent event, int attempt, String outcome, @Nullable String detail) {
        boolean answered = attempt >= 1
                && attempt <= row.attempts.size()
                && row.attempts.get(attempt - 1).outcome() == null;
        if (answered) {
            row.end(attempt, outcome, detail, event);
        } else {
            row.note(event, "found", detail == null ? outcome : outcome + ", " + detail);
        }
    }

    private static void readNote(Row row, SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.OperationPending pending) {
            row.end(row.attempts.size(), "Pending", pending.reference(), event);
            row.note(event, "pending", pending.reference() + ", asked again at " + pending.queryAt());
        } else if (event instanceof SagaEvent.QueryInconclusive inconclusive) {
            readQuestion(row, inconclusive);
        } else if (event instanceof SagaEvent.AbsenceEstablished absence) {
            row.note(event, "asked", "NotFound after the visibility window; sent again at " + absence.retryAt());
        } else if (event instanceof SagaEvent.PriorSendSuspected suspected) {
            row.note(event, "suspected", "may have been sent before; asked at " + suspected.queryAt());
        } else if (event instanceof SagaEvent.OperationGivenUp givenUp) {
            row.note(event, "given up", givenUp.code() + ": " + givenUp.message());
        } else if (event instanceof SagaEvent.ReviewOpened review) {
            row.note(event, "review", review.reason() + ": " + review.detail());
        } else if (event instanceof SagaEvent.EvidenceRecorded evidence) {
            row.note(
                    event,
                    "evidence",
                    "attempt " + evidence.attempt() + " on " + evidence.node() + " said " + evidence.outcome()
                            + " late: " + evidence.detail());
        } else {
            readWhatCameFromOutside(row, event);
        }
    }

    private static void readQuestion(Row row, SagaEvent.QueryInconclusive question) {
        if (question.wasAsked()) {
            String answer = question.answer() + ", " + question.detail();
            row.note(question, "asked", answer + "; asked again at " + question.queryAt());
        } else {
            row.note(question, "not asked", question.detail() + "; asked at " + question.queryAt());
        }
    }

    private static void readWhatCameFromOutside(Row row, SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.CallbackReceived callback) {
            String code = callback.code() == null ? "" : callback.code() + ": ";
            // A result is a payload: it is in the events, and not for every eye.
            String detail = callback.answer().equals("Found") ? "" : ", " + code + callback.detail();
            row.note(event, "told", callback.source() + " says " + callback.answer() + detail);
        } else if (event instanceof SagaEvent.LateSuccess late) {
            row.note(event, "late success", "took effect after it was given up; known by " + late.via());
        } else if (event instanceof SagaEvent.QuestionsRenewed renewed) {
            row.note(event, "asked anew", "with a new budget, at " + renewed.queryAt());
        } else if (event instanceof SagaEvent.AttemptsRenewed renewed) {
            row.note(event, "sent anew", "with a new budget, at " + renewed.retryAt());
        } else if (event instanceof SagaEvent.EffectMadeGood made) {
            row.note(event, "made good", made.evidence());
        } else if (event instanceof SagaEvent.EffectReversed reversed) {
            row.note(event, "taken back", reversed.code() + ": " + reversed.message());
        } else {
            StepNotes.of(event).ifPresent(row.notes::add);
        }
    }
}
