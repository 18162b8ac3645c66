package io.querent.testkit.explorer;

import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.SagaEvent;
import io.querent.decision.Via;

/** What an event means for the step that it is about, as coverage puts it. */
final class Happening {
    static final String DONE = "done";
    static final String FOUND_DONE = "unknown, then found done";
    static final String REFUSED = "refused";
    static final String REFUSED_WITH_EFFECT = "refused with an effect left";
    static final String UNKNOWN = "unknown";
    static final String SENT_AGAIN = "not found, then sent again";
    static final String SENT_UNASKED = "unknown, then sent again under its key";
    static final String PENDING = "pending";
    static final String NOT_EXECUTED = "not executed";
    static final String TOLD = "told of";
    static final String TAKEN_BACK = "taken back by its provider";
    static final String SKIPPED = "skipped";
    static final String PUBLISHED = "published";
    static final String OVER = "over";
    static final String TIMED_OUT = "timed out";
    static final String WORD = "ended by a word";
    static final String WORD_NO = "refused by a word";
    static final String APPROVED = "approved";
    static final String DECLINED = "declined";
    static final String ESCALATED = "escalated";
    static final String EMPTY = "without items";
    static final String ITEMS = "listed with items";
    static final String ITEM_REFUSED = "refused for an item";
    static final String DEADLINE = "overdue";
    static final String PAUSED = "paused";
    static final String REDRIVEN = "driven forward again";
    static final String TURNED_BACK = "turned back";

    private Happening() {}

    static String chose(String branch) {
        return "decided for " + branch;
    }

    static String reviewed(Enum<?> reason) {
        return "in review: " + reason;
    }

    /** What became of the saga; empty when nothing worth counting did. */
    static String ofSaga(SagaEvent event) {
        if (event instanceof SagaEvent.CompensationStarted) {
            return TURNED_BACK;
        } else if (event instanceof SagaEvent.DeadlinePassed) {
            return DEADLINE;
        } else if (event instanceof SagaEvent.SagaPaused) {
            return PAUSED;
        } else if (event instanceof SagaEvent.SagaRedriven) {
            return REDRIVEN;
        } else if (event instanceof SagaEvent.DecisionTaken taken && taken.operation() == null) {
            return "decided on by a person: " + taken.decision();
        }
        return "";
    }

    /** What became of the operation or step that was {@code before}; empty when nothing worth counting did. */
    static String of(SagaEvent.OperationEvent event, OperationState before) {
        if (event instanceof SagaEvent.AttemptStarted) {
            return before.status() == OperationStatus.UNKNOWN ? SENT_UNASKED : "";
        } else if (event instanceof SagaEvent.OperationSucceeded done) {
            return switch (done.via()) {
                case ANSWER, ENGINE -> DONE;
                case QUERY -> before.status() == OperationStatus.PENDING ? "pending, then found done" : FOUND_DONE;
                case CALLBACK -> "told to be done";
                case OPERATOR -> "confirmed by a person";
            };
        } else if (event instanceof SagaEvent.OperationRejected no) {
            return no.via() == Via.QUERY ? "unknown, then found refused" : REFUSED;
        } else if (event instanceof SagaEvent.OperationRefusedWithEffect) {
            return REFUSED_WITH_EFFECT;
        } else if (event instanceof SagaEvent.AttemptNotExecuted) {
            return NOT_EXECUTED;
        } else if (event instanceof SagaEvent.OperationPending) {
            return PENDING;
        } else if (event instanceof SagaEvent.OutcomeUnknown) {
            return UNKNOWN;
        } else if (event instanceof SagaEvent.AbsenceEstablished) {
            return SENT_AGAIN;
        } else if (event instanceof SagaEvent.ReviewOpened review) {
            return reviewed(review.reason());
        } else if (event instanceof SagaEvent.OperationGivenUp) {
            return "given up";
        }
        return ofStep(event);
    }

    private static String ofStep(SagaEvent.OperationEvent event) {
        if (event instanceof SagaEvent.CallbackReceived) {
            return TOLD;
        } else if (event instanceof SagaEvent.LateSuccess) {
            return "done after all";
        } else if (event instanceof SagaEvent.EffectReversed) {
            return TAKEN_BACK;
        } else if (event instanceof SagaEvent.EffectMadeGood) {
            return "made good for by a person";
        } else if (event instanceof SagaEvent.StepSkipped) {
            return SKIPPED;
        } else if (event instanceof SagaEvent.BranchChosen chosen) {
            return chose(chosen.branch());
        } else if (event instanceof SagaEvent.MessagePublished) {
            return PUBLISHED;
        } else if (event instanceof SagaEvent.WaitEnded ended) {
            return switch (ended.via()) {
                case CALLBACK -> WORD;
                case OPERATOR -> APPROVED;
                default -> OVER;
            };
        } else if (event instanceof SagaEvent.WaitRefused no) {
            return switch (no.via()) {
                case CALLBACK -> WORD_NO;
                case OPERATOR -> DECLINED;
                default -> no.code().equals("item-refused") ? ITEM_REFUSED : TIMED_OUT;
            };
        } else if (event instanceof SagaEvent.WaitEscalated) {
            return ESCALATED;
        } else if (event instanceof SagaEvent.ItemsListed listed) {
            return listed.items().isEmpty() ? EMPTY : ITEMS;
        }
        return "";
    }
}
