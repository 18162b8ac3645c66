package io.querent.testkit.explorer;

import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.QueryAnswer;
import io.querent.decision.ReviewReason;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.StepDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Mistakes that a saga engine can make. Each is one that some engine has made. */
final class Mutants {
    private Mutants() {}

    /**
     * A mistake.
     *
     * @param broken part of what the broken rule says
     */
    record Mutant(Core core, String broken) {}

    /** All of them, by name. */
    static Map<String, Mutant> all() {
        Map<String, Mutant> mutants = new TreeMap<>();
        mutants.putAll(sending());
        mutants.putAll(asking());
        mutants.putAll(undoing());
        mutants.putAll(owning());
        mutants.putAll(ending());
        return mutants;
    }

    private static Map<String, Mutant> sending() {
        return Map.of(
                "every attempt has a key of its own", new Mutant(new KeyOfItsOwn(), "went out as"),
                "the request is built again for every attempt",
                        new Mutant(new BuiltAgain(), "was frozen and has changed"),
                "unknown is taken for a refusal",
                        new Mutant(
                                new OutcomeTaken(Outcome.Unknown.class, Outcome.rejected("failed", "")),
                                "REJECTED and took effect"),
                "unknown is taken for not executed",
                        new Mutant(
                                new OutcomeTaken(Outcome.Unknown.class, Outcome.notExecuted("failed", "")),
                                "BACKING_OFF and took effect"),
                "pending is taken for success",
                        new Mutant(
                                new OutcomeTaken(Outcome.Pending.class, Outcome.succeeded("\"done\"")),
                                "SUCCEEDED and never took effect"),
                "a refusal before execution is taken for success",
                        new Mutant(
                                new OutcomeTaken(Outcome.NotExecuted.class, Outcome.succeeded("\"done\"")),
                                "SUCCEEDED and never took effect"),
                "sent again after the key is forgotten", new Mutant(new Unprotected(), "without a key that protects"));
    }

    private static Map<String, Mutant> asking() {
        return Map.of(
                "not found is believed at once", new Mutant(new BelievedAtOnce(false), "took effect"),
                "an unavailable query is taken for not found", new Mutant(new BelievedAtOnce(true), "took effect"),
                "not found is believed and resent where keys are ignored",
                        new Mutant(new Unprotected(), "without a key that protects"),
                "a question that was not asked is counted",
                        new Mutant(new RefusalCounted(), "was not asked was counted"),
                "an operator's impatience is taken for not found", new Mutant(new Impatient(), "took effect"),
                "a pending answer to a question is taken for success",
                        new Mutant(new PendingFound(), "never took effect"));
    }

    private static Map<String, Mutant> undoing() {
        return Map.of(
                "undone while unknown",
                        new Mutant(new Undoing(OperationStatus.UNKNOWN, OperationStatus.PENDING), "is sent although"),
                "undone although it never ran",
                        new Mutant(new Undoing(OperationStatus.REJECTED, OperationStatus.PLANNED), "is sent although"),
                "the order of undoing is ignored",
                        new Mutant(new Undoing(OperationStatus.SUCCEEDED), "before what it has to follow"),
                "a success is dropped when the saga has turned back",
                        new Mutant(new LateSuccessDropped(), "REJECTED and took effect"),
                "what is unknown is given up when the saga turns back",
                        new Mutant(new UnknownGivenUp(), "REJECTED and took effect"));
    }

    private static Map<String, Mutant> owning() {
        return Map.of(
                "a stale owner's append is accepted", new Mutant(new NoFence(), ""),
                "the next owner assumes that nothing was sent",
                        new Mutant(new NothingSent(), "BACKING_OFF and took effect"),
                "the next owner leaves what is in flight as it is",
                        new Mutant(new LeftInFlight(), "nobody waits for it"),
                "a late answer is taken for that of the attempt in flight", new Mutant(new EvidenceObeyed(), ""),
                "late answers are dropped", new Mutant(new EvidenceDropped(), "was dropped"),
                "an operator's command is carried out twice", new Mutant(new Repeated(), "carried out twice"),
                "a callback is taken in twice", new Mutant(new CallbackTwice(), "carried out twice"));
    }

    private static Map<String, Mutant> ending() {
        return Map.of(
                "compensated with something left to undo",
                        new Mutant(new EndedEarly(false), "the saga is COMPENSATED and"),
                "completed with a step pending", new Mutant(new EndedEarly(true), "the saga is COMPLETED and"),
                "the wake-up is dropped", new Mutant(new NoAlarm(), "nothing will ever wake it up"),
                "the review is not opened",
                        new Mutant(new NoReview(ReviewReason.COMPENSATION_REJECTED), "whom nobody has told"),
                "it is asked for ever instead of reviewed",
                        new Mutant(new NoReview(ReviewReason.RESEND_NOT_PROTECTED), "goes round for ever"));
    }

    private static final class KeyOfItsOwn extends BrokenCore {
        @Override
        public String key(SagaDefinition<?> definition, SagaState state, String operation) {
            return super.key(definition, state, operation) + "-"
                    + state.operation(operation).attempts().started();
        }
    }

    private static final class BuiltAgain extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return replaced(
                    state,
                    properly(definition, state, command),
                    event -> List.of(
                            event instanceof SagaEvent.AttemptStarted started
                                            && command instanceof SagaCommand.StartAttempt start
                                    ? new SagaEvent.AttemptStarted(
                                            started.operation(),
                                            started.attempt(),
                                            start.request(),
                                            started.token(),
                                            started.node(),
                                            started.deadline(),
                                            started.at())
                                    : event));
        }
    }

    private static final class OutcomeTaken extends BrokenCore {
        private final Class<?> kind;
        private final Outcome<String> instead;

        OutcomeTaken(Class<?> kind, Outcome<String> instead) {
            this.kind = kind;
            this.instead = instead;
        }

        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            if (command instanceof SagaCommand.RecordOutcome outcome && kind.isInstance(outcome.outcome())) {
                return properly(
                        definition,
                        state,
                        new SagaCommand.RecordOutcome(
                                outcome.operation(), outcome.attempt(), instead, outcome.draw(), outcome.at()));
            }
            return properly(definition, state, command);
        }
    }

    /** Sends again whatever the profile says of keys. */
    private static final class Unprotected extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return replaced(state, properly(definition, state, command), event -> {
                if (!(event instanceof SagaEvent.ReviewOpened review)) {
                    return List.of(event);
                } else if (review.reason() == ReviewReason.CANNOT_BE_PROVED) {
                    return List.of();
                } else if (review.reason() != ReviewReason.RESEND_NOT_PROTECTED || state == null) {
                    return List.of(event);
                }
                return List.of(
                        command instanceof SagaCommand.StartAttempt start
                                ? begin(definition, state, start)
                                : new SagaEvent.AbsenceEstablished(review.operation(), 1, review.at(), review.at()));
            });
        }
    }

    private static final class BelievedAtOnce extends BrokenCore {
        private final boolean evenUnavailable;

        BelievedAtOnce(boolean evenUnavailable) {
            this.evenUnavailable = evenUnavailable;
        }

        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            if (command instanceof SagaCommand.RecordQueryAnswer answer) {
                boolean believed = evenUnavailable
                        ? answer.answer() instanceof QueryAnswer.Unavailable
                        : answer.answer() instanceof QueryAnswer.NotFound;
                if (believed) {
                    return properly(
                            definition,
                            state,
                            new SagaCommand.RecordQueryAnswer(
                                    answer.operation(),
                                    new QueryAnswer.NotFound(),
                                    Instant.MAX,
                                    answer.draw(),
                                    answer.at()));
                }
            }
            return properly(definition, state, command);
        }
    }

    private static final class RefusalCounted extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            if (command instanceof SagaCommand.RecordQueryAnswer answer
                    && answer.answer() instanceof QueryAnswer.NotAsked notAsked) {
                return properly(
                        definition,
                        state,
                        new SagaCommand.RecordQueryAnswer(
                                answer.operation(),
                                new QueryAnswer.Unavailable(notAsked.cause()),
                                answer.askedAt(),
                                answer.draw(),
                                answer.at()));
            }
            return properly(definition, state, command);
        }
    }

    private static final class PendingFound extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            if (command instanceof SagaCommand.RecordQueryAnswer answer
                    && answer.answer() instanceof QueryAnswer.FoundPending) {
                return properly(
                        definition,
                        state,
                        new SagaCommand.RecordQueryAnswer(
                                answer.operation(),
                                new QueryAnswer.Found("\"done\""),
                                answer.askedAt(),
                                answer.draw(),
                                answer.at()));
            }
            return properly(definition, state, command);
        }
    }

    private static final class Impatient extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            if (state == null
                    || !(command instanceof SagaCommand.WakeSaga)
                    || !(decision instanceof Decision.Accepted accepted)) {
                return decision;
            }
            List<SagaEvent> events = new ArrayList<>(accepted.events());
            for (OperationState operation : state.operations().values()) {
                if (operation.status() == OperationStatus.UNKNOWN) {
                    events.add(new SagaEvent.AbsenceEstablished(operation.name(), 1, command.at(), command.at()));
                }
            }
            return decided(state, events);
        }
    }

    /** Undoes steps whatever else says no, as soon as the saga has turned back. */
    private static final class Undoing extends BrokenCore {
        private final List<OperationStatus> statuses;

        Undoing(OperationStatus... statuses) {
            this.statuses = List.of(statuses);
        }

        @Override
        public List<Effect> effects(SagaDefinition<?> definition, SagaState state, Instant now) {
            List<Effect> effects = new ArrayList<>(super.effects(definition, state, now));
            for (StepDefinition<?> step : definition.steps()) {
                String undo = OperationKey.compensationOf(step.name());
                boolean undone = state.compensating()
                        && !state.paused()
                        && state.end() == null
                        && step.compensation().isPresent()
                        && state.statusOf(undo) == OperationStatus.PLANNED
                        && statuses.contains(state.statusOf(step.name()));
                if (undone && !effects.contains(new Effect.Attempt(undo))) {
                    effects.add(new Effect.Attempt(undo));
                }
            }
            return effects;
        }

        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            return decision instanceof Decision.Refused
                            && state != null
                            && command instanceof SagaCommand.StartAttempt start
                    ? decided(state, List.of(begin(definition, state, start)))
                    : decision;
        }
    }

    private static final class LateSuccessDropped extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            if (state != null
                    && state.compensating()
                    && command instanceof SagaCommand.RecordOutcome outcome
                    && outcome.outcome() instanceof Outcome.Succeeded
                    && definition.step(outcome.operation()).isPresent()) {
                return properly(
                        definition,
                        state,
                        new SagaCommand.RecordOutcome(
                                outcome.operation(),
                                outcome.attempt(),
                                Outcome.rejected("too-late", ""),
                                outcome.draw(),
                                outcome.at()));
            }
            return properly(definition, state, command);
        }
    }

    private static final class UnknownGivenUp extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            if (!(decision instanceof Decision.Accepted accepted)
                    || !accepted.state().compensating()) {
                return decision;
            }
            List<SagaEvent> events = new ArrayList<>(accepted.events());
            for (StepDefinition<?> step : definition.steps()) {
                if (accepted.state().statusOf(step.name()) == OperationStatus.UNKNOWN) {
                    events.add(new SagaEvent.OperationGivenUp(step.name(), "turned-back", "", command.at()));
                }
            }
            return decided(state, events);
        }
    }

    private static final class NoFence extends BrokenCore {
        @Override
        public boolean admits(long token, long latest) {
            return true;
        }
    }

    private static final class NothingSent extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            if (state != null && command instanceof SagaCommand.TakeOver takeOver) {
                return properly(
                        definition,
                        state,
                        state.operations().values().stream()
                                .filter(operation -> operation.status() == OperationStatus.IN_FLIGHT)
                                .map(operation -> new SagaCommand.RecordOutcome(
                                        operation.name(),
                                        operation.attempts().started(),
                                        Outcome.notExecuted("not-sent", ""),
                                        takeOver.draw(),
                                        takeOver.at()))
                                .toList());
            }
            return properly(definition, state, command);
        }
    }

    private static final class LeftInFlight extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return command instanceof SagaCommand.TakeOver
                    ? decided(state, List.of())
                    : properly(definition, state, command);
        }
    }

    private static final class EvidenceObeyed extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            if (state != null
                    && command instanceof SagaCommand.RecordEvidence evidence
                    && state.statusOf(evidence.operation()) == OperationStatus.IN_FLIGHT) {
                return properly(
                        definition,
                        state,
                        List.of(
                                evidence,
                                new SagaCommand.RecordOutcome(
                                        evidence.operation(),
                                        state.operation(evidence.operation())
                                                .attempts()
                                                .started(),
                                        evidence.outcome(),
                                        0.5,
                                        evidence.at())));
            }
            return properly(definition, state, command);
        }
    }

    private static final class EvidenceDropped extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return command instanceof SagaCommand.RecordEvidence
                    ? decided(state, List.of())
                    : properly(definition, state, command);
        }
    }

    private static final class Repeated extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            return decision instanceof Decision.Refused && command instanceof SagaCommand.WakeSaga wake
                    ? decided(
                            state,
                            List.of(new SagaEvent.SagaWoken(
                                    wake.operator(), wake.reason(), wake.requestId(), wake.at())))
                    : decision;
        }
    }

    private static final class CallbackTwice extends BrokenCore {
        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            return decision instanceof Decision.Refused refused
                            && refused.refusal() == Decision.Refusal.REPEATED
                            && command instanceof SagaCommand.RecordCallback told
                    ? decided(state, List.of(received(told)))
                    : decision;
        }

        private static SagaEvent received(SagaCommand.RecordCallback told) {
            String code = told.answer() instanceof QueryAnswer.FoundRejected rejected ? rejected.code() : null;
            return new SagaEvent.CallbackReceived(
                    told.operation(),
                    told.messageId(),
                    told.source(),
                    told.answer().getClass().getSimpleName(),
                    code,
                    "\"done\"",
                    told.at());
        }
    }

    private static final class EndedEarly extends BrokenCore {
        private final boolean forward;

        EndedEarly(boolean forward) {
            this.forward = forward;
        }

        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            Decision decision = properly(definition, state, command);
            if (decision instanceof Decision.Accepted accepted
                    && accepted.state().end() == null
                    && isNearlyThere(definition, accepted.state())) {
                List<SagaEvent> events = new ArrayList<>(accepted.events());
                events.add(
                        forward
                                ? new SagaEvent.SagaCompleted(command.at())
                                : new SagaEvent.SagaCompensated(command.at()));
                return decided(state, events);
            }
            return decision;
        }

        private boolean isNearlyThere(SagaDefinition<?> definition, SagaState state) {
            return definition.steps().stream()
                    .map(step -> state.statusOf(step.name()))
                    .allMatch(status -> forward
                            ? status == OperationStatus.SUCCEEDED || status == OperationStatus.PENDING
                            : state.compensating() && (status.isFinal() || status == OperationStatus.PLANNED));
        }
    }

    private static final class NoAlarm extends BrokenCore {
        @Override
        public List<Effect> effects(SagaDefinition<?> definition, SagaState state, Instant now) {
            return super.effects(definition, state, now).stream()
                    .filter(effect -> !(effect instanceof Effect.WakeAt))
                    .toList();
        }
    }

    private static final class NoReview extends BrokenCore {
        private final ReviewReason reason;

        NoReview(ReviewReason reason) {
            this.reason = reason;
        }

        @Override
        public Decision decide(SagaDefinition<?> definition, @Nullable SagaState state, SagaCommand command) {
            return replaced(
                    state,
                    properly(definition, state, command),
                    event -> event instanceof SagaEvent.ReviewOpened review && review.reason() == reason
                            ? List.of()
                            : List.of(event));
        }
    }
}
