package io.querent.testkit.explorer;

import io.querent.decision.Conclusion;
import io.querent.decision.Decision.Accepted;
import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.saga.RetryBudget;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Rules that hold for every command that was decided. */
final class ChangeRules {
    private ChangeRules() {}

    static void check(Change change, List<SagaEvent> events, SagaState after) {
        if (change.decision() instanceof Accepted accepted) {
            checkReplay(change, accepted, after);
            checkFinality(change, events, after);
            for (SagaEvent event : events) {
                if (event instanceof SagaEvent.AttemptStarted started) {
                    AttemptRules.check(change, started);
                }
                BeginRules.check(change, event);
                checkRepetition(change, event);
            }
            checkWords(change, after);
            checkQuestion(change, after);
            checkReversal(change, after);
        } else if (change.decision() instanceof Refused refused) {
            checkRefusal(change, refused);
        }
        if (change.command() instanceof SagaCommand.RecordEvidence evidence) {
            checkEvidence(change, evidence, events);
        }
    }

    /** What comes twice under one id is carried out once; a person's decision only on what that person has seen (R13). */
    private static void checkRepetition(Change change, SagaEvent event) {
        String id = null;
        if (event instanceof SagaEvent.SagaWoken woken) {
            id = woken.requestId();
        } else if (event instanceof SagaEvent.CallbackReceived callback) {
            // A message's own id is unique for its source only.
            id = callback.source() + "/" + callback.messageId();
        } else if (event instanceof SagaEvent.DecisionTaken taken) {
            id = taken.requestId();
            String operation = taken.operation();
            RuleBroken.unless(
                    operation == null || change.before().operation(operation).revision() <= taken.revision(),
                    "%s is decided about although it has moved since",
                    operation);
        }
        RuleBroken.unless(id == null || !change.before().handledRequests().contains(id), "%s is carried out twice", id);
    }

    /** All events, replayed, give the state that was decided on. */
    private static void checkReplay(Change change, Accepted accepted, SagaState after) {
        RuleBroken.unless(
                !change.uptodate() || accepted.state().equals(after),
                "the events do not lead to the state that was decided on: %s, not %s",
                after,
                accepted.state());
    }

    /**
     * What is final stays as it is, but for a person's decision, and for the late success of what nobody but the engine or a
     * person had given up. What was abandoned stays so whatever happens.
     */
    private static void checkFinality(Change change, List<SagaEvent> events, SagaState after) {
        SagaState before = change.before();
        boolean decided = change.command() instanceof SagaCommand.Decide;
        boolean late = false;
        boolean reversed = false;
        for (OperationState operation : before.operations().values()) {
            OperationState now = after.operation(operation.name());
            boolean changed = operation.status().isFinal() && !isSame(operation, now);
            boolean overtaken = changed && isGivenUp(operation) && now.result().isPresent();
            late |= overtaken;
            boolean takenBack = changed && isTakenBack(change, now);
            reversed |= takenBack;
            RuleBroken.unless(
                    !changed || decided || overtaken || takenBack,
                    "%s was %s for good and became %s",
                    operation.name(),
                    operation.status(),
                    now.status());
            RuleBroken.unless(
                    operation.request() == null || operation.request().equals(now.request()),
                    "the request of %s was frozen and has changed",
                    operation.name());
        }
        if (before.end() != null) {
            boolean mayGoOn = before.end() != SagaStatus.ABANDONED && (decided || late || reversed);
            checkEnded(before, events, after, mayGoOn);
        }
    }

    private static void checkEnded(SagaState before, List<SagaEvent> events, SagaState after, boolean mayGoOn) {
        RuleBroken.unless(
                mayGoOn || before.end() == after.end(),
                "the saga was %s for good and became %s",
                before.end(),
                after.end());
        for (SagaEvent event : events) {
            RuleBroken.unless(
                    mayGoOn
                            || event instanceof SagaEvent.EvidenceRecorded
                            || event instanceof SagaEvent.CallbackReceived
                            || event instanceof SagaEvent.ReviewOpened,
                    "%s was added to a saga that had ended",
                    event.getClass().getSimpleName());
        }
    }

    private static boolean isSame(OperationState one, OperationState other) {
        return one.status() == other.status() && Objects.equals(one.conclusion(), other.conclusion());
    }

    private static boolean isGivenUp(OperationState operation) {
        return operation.conclusion() instanceof Conclusion.Refused refused && refused.byUs();
    }

    /** The provider has taken back what was final, and the books show it. */
    private static boolean isTakenBack(Change change, OperationState now) {
        return now.conclusion() instanceof Conclusion.Reversed
                && change.world().book(change.setting().operation(now.name()).index()).entries().stream()
                        .anyMatch(entry -> entry.fate() == Entry.Fate.REVERSED);
    }

    /** An effect of which the provider says that it took it back does not count as standing. */
    private static void checkReversal(Change change, SagaState after) {
        if (change.command() instanceof SagaCommand.RecordCallback told
                && told.answer() instanceof QueryAnswer.Reversed
                && change.before().end() != SagaStatus.ABANDONED) {
            RuleBroken.unless(
                    !after.operation(told.operation()).stands(),
                    "%s was taken back by its provider and still counts as standing",
                    told.operation());
        }
    }

    /** A question that was refused before it was asked says nothing and uses time alone. */
    private static void checkQuestion(Change change, SagaState after) {
        if (!(change.command() instanceof SagaCommand.RecordQueryAnswer question)
                || !(question.answer() instanceof QueryAnswer.NotAsked)
                || !change.uptodate()) {
            return;
        }
        OperationState before = change.before().operation(question.operation());
        OperationState now = after.operation(question.operation());
        RuleBroken.unless(
                isSame(before, now)
                                && before.waiting().queries() == now.waiting().queries()
                        || isLeftToAPerson(change, before, now),
                "a question about %s that was not asked was counted, or decided something",
                question.operation());
    }

    /** Only where the time for asking is over, as far as the longest delay can tell. */
    private static boolean isLeftToAPerson(Change change, OperationState before, OperationState now) {
        RetryBudget budget =
                change.setting().operation(now.name()).definition().policy().queries();
        Instant since = before.waiting().askingSince();
        return now.status() == OperationStatus.IN_REVIEW
                && since != null
                && change.command().at().plus(budget.max()).isAfter(since.plus(budget.within()));
    }

    /** Of the words that a step waits for the first one counts. */
    private static void checkWords(Change change, SagaState after) {
        if (!(change.command() instanceof SagaCommand.RecordCallback word)
                || change.setting().isOperation(word.operation())) {
            return;
        }
        OperationState before = change.before().operation(word.operation());
        OperationState now = after.operation(word.operation());
        RuleBroken.unless(
                before.heard() == null || before.heard().equals(now.heard()),
                "%s had heard a word, and another one replaced it",
                word.operation());
    }

    /** What the core asks for it also accepts, or nobody gets on. */
    private static void checkRefusal(Change change, Refused refused) {
        RuleBroken.unless(
                !change.uptodate() || !isAskedFor(change.command()),
                "the core asks for something and refuses it: %s",
                refused.message());
        RuleBroken.unless(
                refused.refusal() != Refusal.NO_SUCH_OPERATION,
                "an attempt that was made is not known: %s",
                refused.message());
    }

    private static boolean isAskedFor(SagaCommand command) {
        return command instanceof SagaCommand.StartAttempt
                || command instanceof SagaCommand.SkipStep
                || command instanceof SagaCommand.ChooseBranch
                || command instanceof SagaCommand.Publish
                || command instanceof SagaCommand.StartWait
                || command instanceof SagaCommand.WaitIsDue
                || command instanceof SagaCommand.ListItems
                || command instanceof SagaCommand.PassDeadline;
    }

    /** R8: whoever learns of an outcome is heard, and what it says is kept. */
    private static void checkEvidence(Change change, SagaCommand.RecordEvidence evidence, List<SagaEvent> events) {
        RuleBroken.unless(
                events.stream().anyMatch(SagaEvent.EvidenceRecorded.class::isInstance),
                "evidence about %s, attempt %d, was dropped",
                evidence.operation(),
                evidence.attempt());
    }
}
