package io.querent.decision;

import io.querent.saga.OperationKey;
import io.querent.saga.SagaDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides what a person, or a service of the user's, wants of a saga as a whole: turn back, pause, resume, end. Pure. */
final class CourseDecisions {
    private final SagaDefinition<?> definition;
    private final SagaState state;
    private final SagaCommand.Decide command;
    private final Instant at;

    private CourseDecisions(SagaDefinition<?> definition, SagaState state, SagaCommand.Decide command) {
        this.definition = definition;
        this.state = state;
        this.command = command;
        this.at = command.at();
    }

    static Decision decide(SagaDefinition<?> definition, SagaState state, SagaCommand.Decide command) {
        CourseDecisions decisions = new CourseDecisions(definition, state, command);
        if (command.decision() instanceof OperatorDecision.Abandon) {
            return decisions.abandon();
        } else if (command.decision() instanceof OperatorDecision.Cancel) {
            return decisions.cancel();
        } else if (command.decision() instanceof OperatorDecision.Pause) {
            return decisions.pause();
        } else if (command.decision() instanceof OperatorDecision.Resume) {
            return decisions.resume();
        } else if (command.decision() instanceof OperatorDecision.Compensate) {
            return decisions.compensate();
        }
        throw new IllegalStateException("no decision for " + command.decision());
    }

    private Decision compensate() {
        if (!hasSeenCourse()) {
            return movedOn();
        } else if (state.compensating()) {
            return Taken.notAllowed("saga " + state.key() + " has turned back already");
        } else if (isUsedByParent()) {
            return Taken.notAllowed(
                    "saga " + state.key() + " was started for " + state.origin().parent()
                            + ", which goes on with its result; compensate that saga, which reaches into this one");
        } else if (new Progress(definition, state).pastPivot()) {
            return pastPivot();
        }
        return taken(turnBack("wanted by "));
    }

    /** A child that has completed is made good for as its parent's step, or its parent would go on with what is no more. */
    private boolean isUsedByParent() {
        String parent = state.origin().parent();
        return parent != null
                && state.end() != null
                && !command.authority()
                        .requestId()
                        .equals(new OperationKey(parent).compensation().value());
    }

    /** Whoever cancels wants the saga to turn back, now; that it already has is no reason to refuse. */
    private Decision cancel() {
        if (!hasSeenCourse() && !isBlind()) {
            return movedOn();
        } else if (state.end() != null) {
            return state.end() == SagaStatus.COMPLETED
                    ? Taken.notAllowed("saga " + state.key() + " is completed; to make good for it, compensate it")
                    : taken(List.of());
        } else if (state.compensating()) {
            return taken(List.of());
        } else if (!state.orders().isEmpty() && new Progress(definition, state).allOver()) {
            return Taken.notAllowed("saga " + state.key() + " was completed, and people have ordered to make good for "
                    + String.join(", ", state.orders().keySet()) + "; to make good for all of it, compensate it");
        } else if (new Progress(definition, state).pastPivot()) {
            return pastPivot();
        }
        return taken(turnBack("cancelled by "));
    }

    private List<SagaEvent> turnBack(String why) {
        Authority authority = command.authority();
        List<SagaEvent> events = new ArrayList<>();
        if (state.paused()) {
            events.add(new SagaEvent.SagaResumed(at));
        }
        events.add(new SagaEvent.CompensationStarted(null, why + authority.operator() + ": " + authority.reason(), at));
        if (command.decision() instanceof OperatorDecision.Cancel) {
            events.add(new SagaEvent.SagaWoken(authority.operator(), "cancelled", authority.requestId() + "/wake", at));
        }
        return events;
    }

    private Decision pause() {
        if (!hasSeenCourse() && !isBlind()) {
            return movedOn();
        } else if (state.end() != null) {
            return Taken.notAllowed("saga " + state.key() + " has ended as " + state.end());
        } else if (state.paused()) {
            return taken(List.of());
        }
        Authority authority = command.authority();
        return taken(List.of(
                new SagaEvent.SagaPaused(at),
                new SagaEvent.ReviewOpened(
                        SagaState.WHOLE,
                        ReviewReason.PAUSED,
                        "by " + authority.operator() + ": " + authority.reason(),
                        at)));
    }

    private Decision resume() {
        if (!hasSeenCourse() && !isBlind()) {
            return movedOn();
        } else if (!state.paused()) {
            return Taken.notAllowed("saga " + state.key() + " is not paused");
        }
        List<SagaEvent> events = new ArrayList<>();
        events.add(new SagaEvent.SagaResumed(at));
        Optional<Instant> deadline =
                definition.deadline().map(time -> state.origin().startedAt().plus(time));
        deadline.filter(time -> state.course().overdue() && !state.compensating())
                .ifPresent(time -> events.add(Deadlines.review(time, at)));
        return taken(events);
    }

    private Decision abandon() {
        long latest = Taken.latest(state);
        if (!Taken.hasSeen(state, command, latest)) {
            return Taken.moved(state, command, "saga " + state.key(), latest);
        } else if (SagaLifecycle.statusOf(definition, state) != SagaStatus.IN_REVIEW) {
            return Taken.notAllowed("only a saga in which nothing can go on can be abandoned; this one is "
                    + SagaLifecycle.statusOf(definition, state));
        }
        return taken(List.of(new SagaEvent.SagaAbandoned(at)));
    }

    private Decision taken(List<SagaEvent> consequences) {
        return Draft.of(state, Taken.with(command, consequences));
    }

    private boolean hasSeenCourse() {
        return Taken.hasSeen(state, command, state.course().revision());
    }

    /** Who stops a saga need not have looked at it: a service cancels what its customer cancelled. */
    private boolean isBlind() {
        return command.authority().revision() == Authority.UNSEEN;
    }

    private Decision movedOn() {
        return Taken.moved(state, command, "saga " + state.key(), state.course().revision());
    }

    private Decision pastPivot() {
        return Taken.notAllowed("saga " + state.key() + " has passed its pivot and only goes forward");
    }
}
