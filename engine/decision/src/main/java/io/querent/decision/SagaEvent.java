package io.querent.decision;

import io.querent.saga.Amount;
import io.querent.saga.SagaKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened to a saga. Events are facts: they are appended, never changed. */
public sealed interface SagaEvent {
    /** When it was decided, by the time that the command carried. */
    Instant at();

    /** An event of one operation. */
    sealed interface OperationEvent extends SagaEvent {
        /** Name of the operation within the saga. */
        String operation();
    }

    /**
     * The saga exists.
     *
     * @param input JSON text, as it was received
     * @param inputHash canonical hash with its version
     * @param askFirst whether every call asks before its first send, because memory of earlier sends may be lost
     * @param parent key of the operation that this saga was started for; null when none
     * @param fingerprint of the definition's shape; null in histories that are older than fingerprints
     */
    record SagaStarted(
            SagaKey key,
            int definitionVersion,
            String input,
            String inputHash,
            boolean askFirst,
            @Nullable String parent,
            @Nullable String fingerprint,
            Instant at)
            implements SagaEvent {
        /** A saga that was started for itself. */
        public SagaStarted(
                SagaKey key, int definitionVersion, String input, String inputHash, boolean askFirst, Instant at) {
            this(key, definitionVersion, input, inputHash, askFirst, null, null, at);
        }
    }

    /**
     * The intent to send: committed before the call.
     *
     * @param attempt number of the attempt, from 1
     * @param request the request, with the first attempt only; later ones send the same
     * @param token fencing token of the owner that sends
     * @param node name of the owner that sends
     * @param deadline when the owner stops waiting
     */
    record AttemptStarted(
            String operation,
            int attempt,
            @Nullable FrozenRequest request,
            long token,
            String node,
            Instant deadline,
            Instant at)
            implements OperationEvent {}

    /**
     * Nothing was sent by this engine as far as it remembers, but memory may be lost: the outcome is unknown from the start.
     *
     * @param queryAt when to ask first
     * @param absentFrom from when on "not found" proves absence
     */
    record PriorSendSuspected(String operation, FrozenRequest request, Instant queryAt, Instant absentFrom, Instant at)
            implements OperationEvent {}

    /** The effect happened; {@code result} is JSON text. */
    record OperationSucceeded(String operation, int attempt, String result, Via via, Instant at)
            implements OperationEvent {}

    /** A definite no. */
    record OperationRejected(String operation, int attempt, String code, String message, Via via, Instant at)
            implements OperationEvent {}

    /**
     * It is certain that this attempt had no effect.
     *
     * @param retryAt when the next attempt is due
     */
    record AttemptNotExecuted(String operation, int attempt, String code, String message, Instant retryAt, Instant at)
            implements OperationEvent {}

    /** No further attempt will be made, and it is certain that none took effect. */
    record OperationGivenUp(String operation, String code, String message, Instant at) implements OperationEvent {}

    /** Accepted, not final. */
    record OperationPending(String operation, String reference, Via via, Instant queryAt, Instant at)
            implements OperationEvent {}

    /**
     * Nobody can say what became of the attempt.
     *
     * @param queryAt when to ask; for an operation that cannot be queried, when to send again
     * @param absentFrom from when on "not found" proves absence
     */
    record OutcomeUnknown(
            String operation, int attempt, String evidence, Instant queryAt, Instant absentFrom, Instant at)
            implements OperationEvent {}

    /**
     * A question that decided nothing, or was not asked at all.
     *
     * @param query number of the question, from 1, since the outcome became unknown; where it was not asked, of the one before
     * @param answer name of the answer: {@code NotFound}, {@code FoundRejected}, {@code Unavailable} or {@code NotAsked}
     * @param queryAt when to ask again
     */
    record QueryInconclusive(String operation, int query, String answer, String detail, Instant queryAt, Instant at)
            implements OperationEvent {
        /** Whether the question may have been sent. Histories from before {@code NotAsked} call every refusal {@code Unavailable}. */
        public boolean wasAsked() {
            return !answer.equals("NotAsked");
        }
    }

    /** "Not found" after the visibility window: no attempt took effect, and the key protects another one. */
    record AbsenceEstablished(String operation, int query, Instant retryAt, Instant at) implements OperationEvent {}

    /** A person has to decide. */
    record ReviewOpened(String operation, ReviewReason reason, String detail, Instant at) implements OperationEvent {}

    /**
     * Something was learnt that does not decide by itself: a late answer, or the answer of an owner that lost its lease.
     *
     * @param outcome what the evidence says: name of an {@code Outcome}
     */
    record EvidenceRecorded(String operation, int attempt, String outcome, String detail, String node, Instant at)
            implements OperationEvent {}

    /**
     * The saga turns back.
     *
     * @param operation the operation that cannot succeed; null when a person wants it
     */
    record CompensationStarted(@Nullable String operation, String reason, Instant at) implements SagaEvent {}

    /**
     * The downstream told something unasked. It decides at once, or when the outcome of the attempt in flight is unknown.
     *
     * @param answer name of the answer: {@code Found}, {@code FoundRejected}, {@code FoundRefusedWithEffect}, {@code Reversed},
     *     {@code FoundPending} or {@code Mismatch}
     * @param code the refusal's or reversal's code; null for the others
     * @param detail result as JSON text, message, reference, or what does not match
     * @param effect what took effect although it was refused, as JSON text; null for the others
     */
    record CallbackReceived(
            String operation,
            String messageId,
            String source,
            String answer,
            @Nullable String code,
            String detail,
            @Nullable String effect,
            Instant at)
            implements OperationEvent {
        /** A word that leaves nothing to make good for. */
        public CallbackReceived(
                String operation,
                String messageId,
                String source,
                String answer,
                @Nullable String code,
                String detail,
                Instant at) {
            this(operation, messageId, source, answer, code, detail, null, at);
        }
    }

    /**
     * An operation that this engine or a person had given up has taken effect after all. It stays given up, and gets its own
     * compensation (R6).
     *
     * @param result JSON text
     */
    record LateSuccess(String operation, int attempt, String result, Via via, Instant at) implements OperationEvent {}

    /** A person lets the engine ask again, with a new budget of questions. */
    record QuestionsRenewed(String operation, Instant queryAt, Instant at) implements OperationEvent {}

    /** A person lets the engine send again under the same key, with a new budget of attempts. */
    record AttemptsRenewed(String operation, Instant retryAt, Instant at) implements OperationEvent {}

    /** A person has made good outside the engine for a step that the engine cannot undo. */
    record EffectMadeGood(String operation, String evidence, Instant at) implements OperationEvent {}

    /**
     * A person decided. What follows from it is in the events after this one.
     *
     * @param decision name of the decision, as in {@link OperatorDecision#name()}
     * @param operation the operation that it is about; null when it is about the saga
     * @param evidence what the person relies on; empty where a decision needs none
     * @param revision what the person had seen
     * @param approvedBy the second person who approved it; null where nobody did
     */
    record DecisionTaken(
            String decision,
            @Nullable String operation,
            String evidence,
            String operator,
            String reason,
            long revision,
            String requestId,
            Instant at,
            @Nullable String approvedBy)
            implements SagaEvent {
        /** A decision that one person took. */
        public DecisionTaken(
                String decision,
                @Nullable String operation,
                String evidence,
                String operator,
                String reason,
                long revision,
                String requestId,
                Instant at) {
            this(decision, operation, evidence, operator, reason, revision, requestId, at, null);
        }
    }

    /** A person asked to go on now instead of at the due time. */
    record SagaWoken(String operator, String reason, String requestId, Instant at) implements SagaEvent {}

    /** A person has stopped the saga: nothing new is begun. */
    record SagaPaused(Instant at) implements SagaEvent {}

    /** A paused saga goes on. */
    record SagaResumed(Instant at) implements SagaEvent {}

    /** The saga's deadline has passed. */
    record DeadlinePassed(Instant at) implements SagaEvent {}

    /** A saga that had turned back, and had undone nothing, goes forward again from the step {@code from}. */
    record SagaRedriven(String from, Instant at) implements SagaEvent {}

    /** A person has moved the saga to a newer version of its definition. */
    record SagaMoved(int definitionVersion, String fingerprint, Instant at) implements SagaEvent {}

    /** The step is not run; {@code reason} says why. */
    record StepSkipped(String operation, String reason, Instant at) implements OperationEvent {}

    /** A choice was made. */
    record BranchChosen(String operation, String branch, Instant at) implements OperationEvent {}

    /** A message is in the outbox, by the same commit as this event. The operation key is its id. */
    record MessagePublished(String operation, FrozenRequest request, Instant at) implements OperationEvent {}

    /**
     * A wait began.
     *
     * @param dueAt when something follows if nothing comes before: the next escalation, or the end
     * @param endsAt when it ends
     */
    record WaitStarted(String operation, Instant dueAt, Instant endsAt, Instant at) implements OperationEvent {}

    /**
     * Nobody has decided: somebody else is turned to.
     *
     * @param level number of the escalation, from 1
     * @param to who
     * @param dueAt when something follows if nothing comes before
     */
    record WaitEscalated(String operation, int level, String to, Instant dueAt, Instant at) implements OperationEvent {}

    /** What was waited for has come; {@code result} is JSON text. */
    record WaitEnded(String operation, String result, Via via, Instant at) implements OperationEvent {}

    /** What was waited for did not come, or a person or an item said no. */
    record WaitRefused(String operation, String code, String message, Via via, Instant at) implements OperationEvent {}

    /** A step that the engine decides by itself will be begun again. */
    record StepReopened(String operation, Instant at) implements OperationEvent {}

    /** The items of a for-each step, as they are from now on. */
    record ItemsListed(String operation, List<Item> items, Instant at) implements OperationEvent {
        public ItemsListed {
            items = List.copyOf(items);
        }
    }

    /** A definite no that left something to make good for; {@code effect} is JSON text. */
    record OperationRefusedWithEffect(
            String operation, int attempt, String code, String message, String effect, Via via, Instant at)
            implements OperationEvent {}

    /** The provider has taken back an effect that had been final. */
    record EffectReversed(String operation, String code, String message, Instant at) implements OperationEvent {}

    /** A person wants all that is left of the step's effect undone, while the saga otherwise goes on as it goes. */
    record UndoOrdered(String operation, Instant at) implements OperationEvent {}

    /**
     * A person wants a part of the step's effect made good for.
     *
     * @param part name of the operation that makes good for it
     * @param amount how much it makes good for
     * @param worth amount of the step's effect
     */
    record PartOrdered(String operation, String part, Amount amount, Amount worth, Instant at)
            implements OperationEvent {}

    /**
     * The compensation is not wanted any more: it was refused and a person leaves it at that, or something that it depends on has changed
     * before it was sent.
     *
     * @param operation the compensation, or the part
     */
    record UndoWithdrawn(String operation, String reason, Instant at) implements OperationEvent {}

    /** Every step succeeded or was skipped. */
    record SagaCompleted(Instant at) implements SagaEvent {}

    /** Every effect is undone or needs no undo. */
    record SagaCompensated(Instant at) implements SagaEvent {}

    /** Ended with nothing done. */
    record SagaFailed(Instant at) implements SagaEvent {}

    /** Ended by a person although something is not proved or not made good. */
    record SagaAbandoned(Instant at) implements SagaEvent {}
}
