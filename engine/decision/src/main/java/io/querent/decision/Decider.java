package io.querent.decision;

import io.querent.decision.Decision.Accepted;
import io.querent.decision.Decision.Refusal;
import io.querent.decision.Decision.Refused;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides commands. Pure: the same definition, state and command give the same events.
 *
 * <p>A command's own events are followed by what they make necessary: turning back, opening a review, ending.
 */
public final class Decider {
    private Decider() {}

    /**
     * Decides {@code command}.
     *
     * @param state the saga's state; null before it exists
     * @return the events and the state after them, or a refusal
     * @throws IllegalStateException when the outcome would break a rule of the lifecycle: a defect of this core
     */
    public static Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
        if (command instanceof SagaCommand.StartSaga start) {
            return state == null
                    ? accept(definition, null, started(definition, start), start.at())
                    : new Refused(Refusal.ALREADY_STARTED, "saga " + start.key() + " exists");
        }
        if (state == null) {
            return new Refused(Refusal.NOT_STARTED, "there is no saga for " + command);
        }
        Decision decision = decideOn(definition, state, command);
        if (decision instanceof Accepted accepted) {
            SagaDefinition<?> after = command instanceof SagaCommand.MoveSaga move ? move.to() : definition;
            return accept(after, state, accepted.events(), command.at());
        }
        return decision;
    }

    private static Decision decideOn(SagaDefinition<?> definition, SagaState state, SagaCommand command) {
        if (command instanceof SagaCommand.RecordEvidence evidence) {
            return EvidenceDecisions.record(definition, state, evidence);
        } else if (command instanceof SagaCommand.RecordCallback callback) {
            return CallbackDecisions.record(definition, state, callback);
        } else if (command instanceof SagaCommand.Decide decide) {
            return OperatorDecisions.decide(definition, state, decide);
        } else if (command instanceof SagaCommand.MoveSaga move) {
            return Moving.move(definition, state, move);
        }
        if (state.end() != null) {
            return new Refused(Refusal.ENDED, "saga " + state.key() + " has ended as " + state.end());
        }
        if (command instanceof SagaCommand.StartAttempt attempt) {
            return AttemptDecisions.start(definition, state, attempt);
        } else if (command instanceof SagaCommand.RecordRequestFailure failure) {
            return AttemptDecisions.requestFailed(definition, state, failure);
        } else if (command instanceof SagaCommand.RecordOutcome outcome) {
            return OutcomeDecisions.record(definition, state, outcome);
        } else if (command instanceof SagaCommand.RecordQueryAnswer answer) {
            return QueryDecisions.record(definition, state, answer);
        } else if (command instanceof SagaCommand.TakeOver takeOver) {
            return OutcomeDecisions.takeOver(definition, state, takeOver);
        } else if (command instanceof SagaCommand.WakeSaga wake) {
            return wake(state, wake);
        }
        return decideOnStep(definition, state, command);
    }

    private static Decision decideOnStep(SagaDefinition<?> definition, SagaState state, SagaCommand command) {
        if (command instanceof SagaCommand.SkipStep skip) {
            return StepDecisions.skip(definition, state, skip);
        } else if (command instanceof SagaCommand.ChooseBranch choose) {
            return StepDecisions.choose(definition, state, choose);
        } else if (command instanceof SagaCommand.Publish publish) {
            return StepDecisions.publish(definition, state, publish);
        } else if (command instanceof SagaCommand.ListItems list) {
            return StepDecisions.listItems(definition, state, list);
        } else if (command instanceof SagaCommand.StartWait wait) {
            return StepDecisions.startWait(definition, state, wait);
        } else if (command instanceof SagaCommand.WaitIsDue due) {
            return WaitDecisions.due(definition, state, due);
        } else if (command instanceof SagaCommand.PassDeadline pass) {
            return Deadlines.pass(definition, state, pass);
        }
        throw new IllegalStateException("no decision for " + command.getClass().getSimpleName());
    }

    private static List<SagaEvent> started(SagaDefinition<?> definition, SagaCommand.StartSaga start) {
        return List.of(new SagaEvent.SagaStarted(
                start.key(),
                definition.version(),
                start.input(),
                start.inputHash(),
                start.askFirst(),
                start.parent(),
                definition.fingerprint(),
                start.at()));
    }

    private static Decision wake(SagaState state, SagaCommand.WakeSaga command) {
        if (state.handledRequests().contains(command.requestId())) {
            return new Refused(Refusal.REPEATED, "request " + command.requestId() + " was carried out before");
        }
        return Draft.of(
                state,
                new SagaEvent.SagaWoken(command.operator(), command.reason(), command.requestId(), command.at()));
    }

    private static Decision accept(
            SagaDefinition<?> definition, @Nullable SagaState before, List<SagaEvent> events, Instant at) {
        List<SagaEvent> all = new ArrayList<>(events);
        SagaState state = before;
        for (SagaEvent event : events) {
            state = Evolution.evolve(state, event);
        }
        if (state == null) {
            throw new IllegalStateException("an accepted start has events");
        }
        List<SagaEvent> following = Consequences.of(definition, state, at);
        while (!following.isEmpty()) {
            for (SagaEvent event : following) {
                state = Evolution.evolve(state, event);
            }
            all.addAll(following);
            following = Consequences.of(definition, state, at);
        }
        if (before != null) {
            SagaLifecycle.check(definition, before, state);
        }
        return new Accepted(all, state);
    }
}
