package io.querent.decision;

import io.querent.saga.Amount;
import java.util.Set;

/** What a person may decide. {@link OperatorDecisions} says when. */
public sealed interface OperatorDecision {
    /** The names of all decisions. */
    Set<String> NAMES = Set.of(
            "confirm-succeeded",
            "confirm-failed",
            "confirm-never-ran",
            "ask-again",
            "resend",
            "made-good",
            "compensate",
            "compensate-step",
            "compensate-part",
            "abandon",
            "approve",
            "decline",
            "cancel",
            "pause",
            "resume",
            "redrive",
            "move");

    /** The name that is stored and never changes. */
    String name();

    /** What the person relies on; empty where a decision states nothing. */
    default String evidence() {
        return "";
    }

    /** Whether the person has to say what the decision relies on. */
    default boolean needsEvidence() {
        return this instanceof ConfirmSucceeded
                || this instanceof ConfirmFailed
                || this instanceof ConfirmNeverRan
                || this instanceof MadeGood;
    }

    /** A decision about one operation. */
    sealed interface OnOperation extends OperatorDecision {
        /** Name of the operation within the saga. */
        String operation();
    }

    /**
     * The operation took effect. Where a contradiction is open about an operation that is recorded so, this dismisses it.
     *
     * @param result JSON text
     */
    record ConfirmSucceeded(String operation, String result, String evidence) implements OnOperation {
        @Override
        public String name() {
            return "confirm-succeeded";
        }
    }

    /** The downstream refused the operation for good: it has no effect and never will have. */
    record ConfirmFailed(String operation, String code, String evidence) implements OnOperation {
        @Override
        public String name() {
            return "confirm-failed";
        }
    }

    /** The downstream never ran the operation. It is given up; should it arrive after all, it gets its own compensation. */
    record ConfirmNeverRan(String operation, String evidence) implements OnOperation {
        @Override
        public String name() {
            return "confirm-never-ran";
        }
    }

    /** Ask the downstream again, with a new budget of questions. */
    record AskAgain(String operation) implements OnOperation {
        @Override
        public String name() {
            return "ask-again";
        }
    }

    /** Send the same bytes again under the same key, with a new budget of attempts. */
    record Resend(String operation) implements OnOperation {
        @Override
        public String name() {
            return "resend";
        }
    }

    /** The effect of a step that the engine cannot undo was made good outside of it. */
    record MadeGood(String operation, String evidence) implements OnOperation {
        @Override
        public String name() {
            return "made-good";
        }
    }

    /** Turn back, also where every step has succeeded. What is unknown is found out first (R6). */
    record Compensate() implements OperatorDecision {
        @Override
        public String name() {
            return "compensate";
        }
    }

    /**
     * Make good for all that is left of one step's effect. The saga otherwise goes on as it goes, or stays completed.
     *
     * @param operation name of the step, or of an item of one
     */
    record CompensateStep(String operation) implements OnOperation {
        @Override
        public String name() {
            return "compensate-step";
        }
    }

    /**
     * Make good for a part of one step's effect. The saga otherwise goes on as it goes, or stays completed.
     *
     * @param operation name of the step, or of an item of one
     */
    record CompensatePart(String operation, Amount amount) implements OnOperation {
        @Override
        public String name() {
            return "compensate-part";
        }
    }

    /** End the saga as it is. Nothing more is sent; the saga counts as ABANDONED, not as undone. */
    record Abandon() implements OperatorDecision {
        @Override
        public String name() {
            return "abandon";
        }
    }

    /** Approve what an approval step waits for. */
    record Approve(String operation) implements OnOperation {
        @Override
        public String name() {
            return "approve";
        }
    }

    /** Say no to what an approval step waits for. */
    record Decline(String operation) implements OnOperation {
        @Override
        public String name() {
            return "decline";
        }
    }

    /**
     * Turn back a saga that has not ended, now: what backs off is not tried again, what is unknown is asked about at once. A saga that has
     * turned back already stays as it is.
     */
    record Cancel() implements OperatorDecision {
        @Override
        public String name() {
            return "cancel";
        }
    }

    /** Begin nothing new until resumed. What is under way ends, what is unknown is still asked for. */
    record Pause() implements OperatorDecision {
        @Override
        public String name() {
            return "pause";
        }
    }

    /** Let a paused saga go on. */
    record Resume() implements OperatorDecision {
        @Override
        public String name() {
            return "resume";
        }
    }

    /**
     * Go forward again from a step that was refused or given up, under the same keys and with the same requests. Possible as long as
     * nothing was undone.
     *
     * @param operation name of the step
     */
    record Redrive(String operation) implements OnOperation {
        @Override
        public String name() {
            return "redrive";
        }
    }

    /** Go on under a newer version of the definition. {@link Moving} says when. */
    record Move(int version) implements OperatorDecision {
        @Override
        public String name() {
            return "move";
        }
    }
}
