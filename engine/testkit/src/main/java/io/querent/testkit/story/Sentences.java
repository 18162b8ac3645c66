package io.querent.testkit.story;

import io.querent.decision.SagaEvent;
import io.querent.decision.Via;
import java.time.Instant;

/** What an event says of its subject. */
final class Sentences {
    private final Instant start;

    Sentences(Instant start) {
        this.start = start;
    }

    String of(SagaEvent event) {
        return event instanceof SagaEvent.OperationEvent on ? ofOperation(on) : ofSaga(event);
    }

    private String ofOperation(SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.AttemptStarted started) {
            return "is about to be sent, attempt " + started.attempt() + " by " + started.node();
        } else if (event instanceof SagaEvent.OperationSucceeded done) {
            return "is done" + via(done.via()) + ": " + done.result();
        } else if (event instanceof SagaEvent.OperationRejected no) {
            return "was refused" + via(no.via()) + ": " + why(no.code(), no.message());
        } else if (event instanceof SagaEvent.OperationRefusedWithEffect no) {
            return "was refused" + via(no.via()) + " and left something behind: " + no.code() + ", " + no.effect();
        } else if (event instanceof SagaEvent.AttemptNotExecuted no) {
            return "was not executed: " + no.code() + ", " + no.message() + "; again at " + at(no.retryAt());
        } else if (event instanceof SagaEvent.OperationGivenUp givenUp) {
            return "is given up: " + givenUp.code() + ", " + givenUp.message();
        } else if (event instanceof SagaEvent.OperationPending pending) {
            return "is accepted and not finished: " + pending.reference() + "; asks at " + at(pending.queryAt());
        } else if (event instanceof SagaEvent.OutcomeUnknown unknown) {
            return "may be done or not, nobody knows: " + unknown.evidence() + "; next at " + at(unknown.queryAt());
        } else if (event instanceof SagaEvent.QueryInconclusive unclear && !unclear.wasAsked()) {
            return "was not asked about: " + unclear.detail() + "; next at " + at(unclear.queryAt());
        } else if (event instanceof SagaEvent.QueryInconclusive unclear) {
            return "was asked about and nothing is proved: " + unclear.answer() + ", " + unclear.detail() + "; next at "
                    + at(unclear.queryAt());
        } else if (event instanceof SagaEvent.AbsenceEstablished absent) {
            return "was never done, that is proved now; again at " + at(absent.retryAt());
        } else if (event instanceof SagaEvent.ReviewOpened review) {
            return "needs a person: " + review.reason() + ", " + review.detail();
        } else if (event instanceof SagaEvent.EvidenceRecorded evidence) {
            return "is heard of late, attempt " + evidence.attempt() + ": " + evidence.outcome() + ", "
                    + evidence.detail();
        }
        return ofStep(event);
    }

    private String ofStep(SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.CallbackReceived told) {
            return "is told of by " + told.source() + ": " + told.answer() + ", " + told.detail();
        } else if (event instanceof SagaEvent.LateSuccess late) {
            return "was done after all: " + late.result();
        } else if (event instanceof SagaEvent.EffectReversed reversed) {
            return "was taken back by its provider: " + reversed.code() + ", " + reversed.message();
        } else if (event instanceof SagaEvent.EffectMadeGood good) {
            return "was made good for by a person: " + good.evidence();
        } else if (event instanceof SagaEvent.StepSkipped skipped) {
            return "is skipped: " + skipped.reason();
        } else if (event instanceof SagaEvent.BranchChosen chosen) {
            return "chose " + chosen.branch();
        } else if (event instanceof SagaEvent.MessagePublished) {
            return "is published";
        } else if (event instanceof SagaEvent.WaitStarted started) {
            return "waits until " + at(started.endsAt());
        } else if (event instanceof SagaEvent.WaitEscalated escalated) {
            return "turns to " + escalated.to();
        } else if (event instanceof SagaEvent.WaitEnded ended) {
            return "is over" + via(ended.via()) + ": " + ended.result();
        } else if (event instanceof SagaEvent.WaitRefused no) {
            return "is refused" + via(no.via()) + ": " + no.code() + ", " + no.message();
        } else if (event instanceof SagaEvent.ItemsListed listed) {
            return "has " + listed.items().size() + " items";
        }
        return Plain.words(event);
    }

    private static String ofSaga(SagaEvent event) {
        if (event instanceof SagaEvent.CompensationStarted turned) {
            String because = turned.operation() == null ? "" : turned.operation() + " cannot succeed, ";
            return "turns back: " + because + turned.reason();
        } else if (event instanceof SagaEvent.DecisionTaken taken) {
            String about = taken.operation() == null ? "" : " " + taken.operation();
            String second = taken.approvedBy() == null ? "" : " with " + taken.approvedBy();
            return "is decided on by " + taken.operator() + second + ": " + taken.decision() + about + ", "
                    + taken.reason();
        } else if (event instanceof SagaEvent.SagaWoken woken) {
            return "is woken by " + woken.operator() + ": " + woken.reason();
        } else if (event instanceof SagaEvent.SagaRedriven redriven) {
            return "goes forward again from " + redriven.from();
        }
        return Plain.words(event);
    }

    private static String why(String code, String message) {
        return message.isEmpty() ? code : code + ", " + message;
    }

    private String at(Instant time) {
        return Story.time(start, time);
    }

    private static String via(Via via) {
        return switch (via) {
            case ANSWER, ENGINE -> "";
            case QUERY -> ", as asking showed";
            case CALLBACK -> ", as was told";
            case OPERATOR -> ", as a person says";
        };
    }
}
