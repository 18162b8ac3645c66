package io.querent.admin.console.saga;

import io.querent.admin.console.page.Moment;
import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an event reads in a timeline. Results and requests are payloads and not in it.
 *
 * @param tone class of its colours
 * @param symbol a sign
 * @param what what happened, in a few words
 * @param detail the particulars, not yet masked
 */
record EventWords(String tone, String symbol, String what, String detail) {

    /** Words for an event. */
    static EventWords of(SagaEvent event) {
        EventWords words = attempt(event);
        words = words == null ? question(event) : words;
        words = words == null ? person(event) : words;
        words = words == null ? step(event) : words;
        return words == null ? saga(event) : words;
    }

    private static @Nullable EventWords attempt(SagaEvent event) {
        if (event instanceof SagaEvent.AttemptStarted e) {
            String detail = "by node " + e.node() + ", token " + e.token() + ", waits until " + time(e.deadline());
            return new EventWords("busy", "▶", "attempt " + e.attempt() + " sent", detail);
        } else if (event instanceof SagaEvent.OperationSucceeded e) {
            return new EventWords("good", "✓", "succeeded", via(e.via()));
        } else if (event instanceof SagaEvent.OperationRejected e) {
            return new EventWords("bad", "✕", "rejected", e.code() + ": " + e.message() + ", " + via(e.via()));
        } else if (event instanceof SagaEvent.OperationRefusedWithEffect e) {
            return new EventWords("bad", "✕", "rejected, but left an effect", e.code() + ": " + e.message());
        } else if (event instanceof SagaEvent.AttemptNotExecuted e) {
            String detail = e.code() + ": " + e.message() + "; next try at " + time(e.retryAt());
            return new EventWords("wait", "↻", "attempt " + e.attempt() + " certainly had no effect", detail);
        } else if (event instanceof SagaEvent.OutcomeUnknown e) {
            return new EventWords(
                    "doubt",
                    "?",
                    "outcome of attempt " + e.attempt() + " unknown",
                    e.evidence() + "; asked at " + time(e.queryAt()));
        } else if (event instanceof SagaEvent.OperationPending e) {
            return new EventWords(
                    "wait", "◷", "accepted, not finished", e.reference() + "; asked again at " + time(e.queryAt()));
        } else if (event instanceof SagaEvent.OperationGivenUp e) {
            return new EventWords("bad", "✕", "given up", e.code() + ": " + e.message());
        } else if (event instanceof SagaEvent.LateSuccess e) {
            return new EventWords("doubt", "!", "took effect after it was given up", via(e.via()));
        }
        return null;
    }

    private static @Nullable EventWords question(SagaEvent event) {
        if (event instanceof SagaEvent.QueryInconclusive e && !e.wasAsked()) {
            return new EventWords("wait", "?", "question not asked", e.detail() + "; asked at " + time(e.queryAt()));
        } else if (event instanceof SagaEvent.QueryInconclusive e) {
            String detail = e.answer() + (e.detail().isEmpty() ? "" : ", " + e.detail()) + "; asked again at "
                    + time(e.queryAt());
            return new EventWords("wait", "?", "question " + e.query() + " settled nothing", detail);
        } else if (event instanceof SagaEvent.AbsenceEstablished e) {
            return new EventWords(
                    "wait",
                    "↻",
                    "proved absent by question " + e.query(),
                    "sent again under the same key at " + time(e.retryAt()));
        } else if (event instanceof SagaEvent.PriorSendSuspected e) {
            return new EventWords("doubt", "?", "may have been sent before", "asked at " + time(e.queryAt()));
        } else if (event instanceof SagaEvent.EvidenceRecorded e) {
            String detail = "attempt " + e.attempt() + " on " + e.node() + " said " + e.outcome() + ": " + e.detail();
            return new EventWords("doubt", "!", "late evidence", detail);
        } else if (event instanceof SagaEvent.CallbackReceived e) {
            String code = e.code() == null ? "" : ", " + e.code();
            // A result is a payload: it is in the events, and not for every eye.
            String detail = e.answer().equals("Found") ? "" : ", " + e.detail();
            return new EventWords("busy", "←", "told unasked", e.source() + " says " + e.answer() + code + detail);
        } else if (event instanceof SagaEvent.EffectReversed e) {
            return new EventWords("bad", "↺", "taken back by the provider", e.code() + ": " + e.message());
        } else if (event instanceof SagaEvent.ReviewOpened e) {
            return new EventWords("person", "⚑", "needs a person", e.reason() + ": " + e.detail());
        }
        return null;
    }

    private static @Nullable EventWords person(SagaEvent event) {
        if (event instanceof SagaEvent.DecisionTaken e) {
            String evidence = e.evidence().isEmpty() ? "" : "; evidence: " + e.evidence();
            String second = e.approvedBy() == null ? "" : ", approved by " + e.approvedBy();
            return new EventWords("person", "☞", e.decision() + " by " + e.operator() + second, e.reason() + evidence);
        } else if (event instanceof SagaEvent.SagaWoken e) {
            return new EventWords("person", "☞", "woken by " + e.operator(), e.reason());
        } else if (event instanceof SagaEvent.QuestionsRenewed e) {
            return new EventWords("wait", "?", "asked anew", "with a new budget, at " + time(e.queryAt()));
        } else if (event instanceof SagaEvent.AttemptsRenewed e) {
            return new EventWords("wait", "↻", "sent anew", "with a new budget, at " + time(e.retryAt()));
        } else if (event instanceof SagaEvent.EffectMadeGood e) {
            return new EventWords("undone", "↺", "made good outside", e.evidence());
        } else if (event instanceof SagaEvent.UndoOrdered) {
            return new EventWords("back", "↶", "compensation ordered", "of all that is left of it");
        } else if (event instanceof SagaEvent.PartOrdered e) {
            return new EventWords("back", "↶", "part ordered", e.amount() + " of " + e.worth() + ", by " + e.part());
        } else if (event instanceof SagaEvent.UndoWithdrawn e) {
            return new EventWords("calm", "–", "order withdrawn", e.reason());
        }
        return null;
    }

    private static @Nullable EventWords step(SagaEvent event) {
        if (event instanceof SagaEvent.StepSkipped e) {
            return new EventWords("calm", "–", "skipped", e.reason());
        } else if (event instanceof SagaEvent.BranchChosen e) {
            return new EventWords("calm", "⑂", "branch chosen", e.branch());
        } else if (event instanceof SagaEvent.MessagePublished) {
            return new EventWords("good", "✓", "message is in the outbox", "");
        } else if (event instanceof SagaEvent.WaitStarted e) {
            return new EventWords("wait", "◔", "waits", "until " + time(e.endsAt()));
        } else if (event instanceof SagaEvent.WaitEscalated e) {
            return new EventWords("wait", "!", "escalated", "to " + e.to());
        } else if (event instanceof SagaEvent.WaitEnded e) {
            return new EventWords("good", "✓", "wait is over", via(e.via()));
        } else if (event instanceof SagaEvent.WaitRefused e) {
            return new EventWords("bad", "✕", "wait ended without it", e.code() + ": " + e.message());
        } else if (event instanceof SagaEvent.ItemsListed e) {
            return new EventWords("calm", "☰", e.items().size() + " items listed", "");
        } else if (event instanceof SagaEvent.StepReopened) {
            return new EventWords("wait", "↻", "begun again", "");
        }
        return null;
    }

    private static EventWords saga(SagaEvent event) {
        if (event instanceof SagaEvent.SagaStarted e) {
            return new EventWords("busy", "▶", "started", "under version " + e.definitionVersion());
        } else if (event instanceof SagaEvent.CompensationStarted e) {
            String why = e.operation() == null ? "" : e.operation() + " cannot succeed: ";
            return new EventWords("back", "↶", "turned back", why + e.reason());
        } else if (event instanceof SagaEvent.SagaPaused) {
            return new EventWords("person", "‖", "paused", "nothing new is begun");
        } else if (event instanceof SagaEvent.SagaResumed) {
            return new EventWords("busy", "▶", "resumed", "");
        } else if (event instanceof SagaEvent.DeadlinePassed) {
            return new EventWords("bad", "!", "deadline passed", "");
        } else if (event instanceof SagaEvent.SagaRedriven e) {
            return new EventWords("busy", "▶", "goes forward again", "from step " + e.from());
        } else if (event instanceof SagaEvent.SagaMoved e) {
            return new EventWords("calm", "→", "moved", "to version " + e.definitionVersion());
        } else if (event instanceof SagaEvent.SagaCompleted) {
            return new EventWords("good", "✓", "completed", "every step succeeded or was skipped");
        } else if (event instanceof SagaEvent.SagaCompensated) {
            return new EventWords("undone", "↺", "compensated", "every effect is undone or needs no undo");
        } else if (event instanceof SagaEvent.SagaFailed) {
            return new EventWords("bad", "✕", "failed", "nothing was done, nothing is to be made good");
        } else if (event instanceof SagaEvent.SagaAbandoned) {
            return new EventWords("bad", "⊘", "abandoned by a person", "");
        }
        return new EventWords("calm", "·", event.getClass().getSimpleName(), "");
    }

    private static String time(Instant time) {
        return Moment.of(time).text();
    }

    private static String via(Via via) {
        return switch (via) {
            case ANSWER -> "the call answered";
            case QUERY -> "a query found it";
            case CALLBACK -> "the downstream told it";
            case OPERATOR -> "a person decided it";
            case ENGINE -> "the engine itself";
        };
    }
}
