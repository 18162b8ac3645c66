package io.querent.decision;

import static io.querent.decision.OperationStatus.AWAITING;
import static io.querent.decision.OperationStatus.IN_REVIEW;
import static io.querent.decision.OperationStatus.PLANNED;

import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.SagaDefinition;
import io.querent.saga.WaitDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides how a wait goes on and ends: by its time, by a word from outside, by a person. Pure. */
final class WaitDecisions {
    private WaitDecisions() {}

    static Decision due(SagaDefinition<?> definition, SagaState state, SagaCommand.WaitIsDue command) {
        OperationState step = state.operation(command.operation());
        Optional<WaitDefinition<?>> found = StepDecisions.waitOf(definition, step.name());
        if (found.isEmpty() || !isDue(definition, state, step, command.at())) {
            return new Refused(
                    Refusal.NOT_DUE, "step " + step.name() + " is " + step.status() + " and its time has not come");
        }
        return Draft.of(state, whenDue(found.get(), step, command));
    }

    /** Whether something follows now because the step has waited long enough. */
    static boolean isDue(SagaDefinition<?> definition, SagaState state, OperationState step, Instant at) {
        Instant due = step.waiting().dueAt();
        return StepDecisions.waitOf(definition, step.name()).isPresent()
                && step.status() == AWAITING
                && due != null
                && !due.isAfter(at)
                && !state.paused();
    }

    private static List<SagaEvent> whenDue(WaitDefinition<?> wait, OperationState step, SagaCommand.WaitIsDue command) {
        Instant at = command.at();
        Instant end = StepEvolution.endsAt(step);
        int level = step.waiting().queries();
        if (at.isBefore(end) && level < wait.escalations().size()) {
            String to = wait.escalations().get(level).to();
            Instant next = nextDue(wait, level + 1, StepEvolution.beganAt(step), end);
            return List.of(
                    new SagaEvent.WaitEscalated(step.name(), level + 1, to, next, at),
                    wanted(step.name(), "; escalated to " + to, end, at));
        }
        String otherwise = command.otherwise();
        return List.of(
                otherwise == null
                        ? new SagaEvent.WaitRefused(
                                step.name(), "timed-out", "nothing came until " + end, Via.ENGINE, at)
                        : new SagaEvent.WaitEnded(step.name(), otherwise, Via.ENGINE, at));
    }

    /** When something follows if nothing comes before: the escalation after {@code level} ones, or the end. */
    static Instant nextDue(WaitDefinition<?> wait, int level, Instant began, Instant end) {
        if (level < wait.escalations().size()) {
            Instant escalation = began.plus(wait.escalations().get(level).after());
            return escalation.isBefore(end) ? escalation : end;
        }
        return end;
    }

    static SagaEvent wanted(String step, String more, Instant end, Instant at) {
        return new SagaEvent.ReviewOpened(
                step, ReviewReason.APPROVAL_WANTED, "an approval is wanted until " + end + more, at);
    }

    /** A word that a signal step waits for. One that comes before the step does is kept; the first one counts. */
    static Decision word(
            WaitDefinition<?> wait, SagaState state, OperationState step, SagaCommand.RecordCallback command) {
        if (wait.kind() != WaitDefinition.Kind.SIGNAL) {
            return new Refused(
                    Refusal.NOT_ALLOWED,
                    "step " + step.name() + " waits for "
                            + (wait.kind() == WaitDefinition.Kind.TIME ? "a time" : "a person's decision")
                            + ", not for a word from outside");
        }
        boolean notBegun = step.status() == PLANNED || step.status() == IN_REVIEW;
        boolean early = notBegun && !state.compensating() && state.end() == null;
        if (step.status() != AWAITING && !early) {
            return new Refused(
                    Refusal.NOT_ALLOWED, "the word for step " + step.name() + " came too late: it is " + step.status());
        }
        boolean says =
                command.answer() instanceof QueryAnswer.Found || command.answer() instanceof QueryAnswer.FoundRejected;
        if (step.heard() != null && says && !step.heard().equals(command.answer())) {
            return new Refused(
                    Refusal.NOT_ALLOWED, "another word for step " + step.name() + " came before; the first one counts");
        } else if (!says || step.heard() != null) {
            return new Decision.Accepted(List.of(), state);
        }
        List<SagaEvent> events = new ArrayList<>();
        events.add(CallbackDecisions.received(command));
        return Draft.of(state, events);
    }

    /** What was heard decides as soon as the step waits for it; it settles a case about the step, too. */
    static Optional<SagaEvent> heard(OperationState step, Instant at) {
        boolean hasBegun = step.waiting().absentFrom() != null;
        if (step.status() == IN_REVIEW && hasBegun) {
            return inReview(step, at);
        } else if (step.status() != AWAITING) {
            return Optional.empty();
        }
        if (step.heard() instanceof QueryAnswer.Found found) {
            return Optional.of(new SagaEvent.WaitEnded(step.name(), found.result(), Via.CALLBACK, at));
        } else if (step.heard() instanceof QueryAnswer.FoundRejected rejected) {
            return Optional.of(
                    new SagaEvent.WaitRefused(step.name(), rejected.code(), rejected.message(), Via.CALLBACK, at));
        }
        return Optional.empty();
    }

    private static Optional<SagaEvent> inReview(OperationState step, Instant at) {
        if (step.heard() instanceof QueryAnswer.Found found) {
            return Optional.of(new SagaEvent.OperationSucceeded(step.name(), 0, found.result(), Via.CALLBACK, at));
        } else if (step.heard() instanceof QueryAnswer.FoundRejected rejected) {
            return Optional.of(new SagaEvent.OperationRejected(
                    step.name(), 0, rejected.code(), rejected.message(), Via.CALLBACK, at));
        }
        return Optional.empty();
    }
}
