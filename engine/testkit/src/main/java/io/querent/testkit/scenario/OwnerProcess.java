package io.querent.testkit.scenario;

import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.runtime.call.CallContext;
import io.querent.runtime.call.FailureClassifier;
import io.querent.runtime.call.NoChildSagas;
import io.querent.runtime.work.Beginnings;
import io.querent.runtime.work.StateView;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKey;
import io.querent.saga.Outcome;
import io.querent.saga.canonical.RequestHash;
import io.querent.testkit.engine.CrashPoint;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Who owns the saga and does what the core asks for. Not thread-safe. */
final class OwnerProcess<I> {
    private final Stage<I> stage;
    private final Performer performer;
    private final CrashPlan crashes;
    private final Owner owner;
    private final Set<String> busy = new HashSet<>();
    private boolean alive = true;

    OwnerProcess(Stage<I> stage, Performer performer, CrashPlan crashes, Owner owner) {
        this.stage = stage;
        this.performer = performer;
        this.crashes = crashes;
        this.owner = owner;
    }

    Owner owner() {
        return owner;
    }

    boolean isAlive() {
        return alive;
    }

    void die() {
        alive = false;
    }

    /** Carries out the first thing that is due; returns whether there was one. */
    boolean carryOutOne() {
        for (Effect effect : Effects.of(stage.definition(), stage.state(), stage.now())) {
            if (effect instanceof Effect.Attempt attempt && !busy.contains(attempt.operation())) {
                attempt(attempt.operation());
                return true;
            } else if (effect instanceof Effect.Ask ask && !busy.contains(ask.operation())) {
                ask(ask.operation());
                return true;
            } else if (effect instanceof Effect.Begin begin) {
                decide(beginnings().begin(begin.operation()));
                return true;
            } else if (effect instanceof Effect.EndWait end) {
                decide(beginnings().endWait(end.operation()));
                return true;
            } else if (effect instanceof Effect.PassDeadline) {
                decide(new SagaCommand.PassDeadline(stage.now()));
                return true;
            }
        }
        return false;
    }

    private Decision decide(SagaCommand command) {
        Decision decision = stage.ledger().decide(command);
        if (decision instanceof Decision.Accepted accepted) {
            for (SagaEvent event : accepted.events()) {
                if (event instanceof SagaEvent.MessagePublished message) {
                    stage.downstreams()
                            .of(message.operation())
                            .countSend(message.request().body());
                    stage.downstreams().of(message.operation()).apply("{}");
                }
            }
        } else if (decision instanceof Decision.Refused refused) {
            throw new IllegalStateException("the core asks for something and refuses it: " + refused.message() + "\n"
                    + String.join("\n", stage.ledger().story()));
        }
        return decision;
    }

    private Beginnings<I> beginnings() {
        return new Beginnings<>(stage.definition(), stage.payloads(), view(), stage.now());
    }

    private StateView<I> view() {
        return new StateView<>(stage.state(), stage.definition().inputType(), stage.payloads());
    }

    private void attempt(String name) {
        boolean begins = stage.state().statusOf(name) == OperationStatus.PLANNED;
        Optional<SagaCommand> instead = begins ? beginnings().unlessToBeRun(name) : Optional.empty();
        if (instead.isPresent()) {
            decide(instead.get());
        } else if (diesAt(CrashPoint.BEFORE_INTENT, name)) {
            return;
        } else {
            begin(definition(name));
        }
    }

    private <Q> void begin(OperationDefinition<I, Q, ?> operation) {
        String name = operation.name();
        FrozenRequest request = stage.state().operation(name).request();
        if (request == null) {
            try {
                String body = stage.payloads().write("request of " + name, operation.buildRequest(view()));
                String hash =
                        RequestHash.of(body.getBytes(StandardCharsets.UTF_8)).toString();
                request = new FrozenRequest(body, hash);
            } catch (RuntimeException failure) {
                String cause = FailureClassifier.describe(failure);
                decide(new SagaCommand.RecordRequestFailure(name, cause, stage.now()));
                return;
            }
        }
        int before = stage.state().operation(name).attempts().started();
        decide(new SagaCommand.StartAttempt(name, request, owner, Stage.HALF, stage.now()));
        OperationState known = stage.state().operation(name);
        if (known.attempts().started() > before && !diesAt(CrashPoint.BEFORE_SEND, name)) {
            send(operation, known);
        }
    }

    private void send(OperationDefinition<I, ?, ?> operation, OperationState known) {
        String name = operation.name();
        int attempt = known.attempts().started();
        busy.add(name);
        Performer.Reply reply = performer.send(operation, context(operation, known), stage.now());
        if (!alive || diesAt(CrashPoint.AFTER_SEND, name)) {
            return;
        }
        Instant limit = stage.now().plus(operation.policy().timeLimit());
        Instant answered = stage.now().plus(reply.after());
        if (answered.isBefore(limit)) {
            stage.agenda().at(answered, () -> record(name, attempt, reply.outcome()));
            return;
        }
        Outcome<String> nothing =
                Outcome.unknown("no answer within " + operation.policy().timeLimit());
        stage.agenda().at(limit, () -> record(name, attempt, nothing));
        stage.agenda()
                .at(
                        answered,
                        () -> stage.ledger()
                                .decide(new SagaCommand.RecordEvidence(
                                        name, attempt, reply.outcome(), owner.node(), stage.now())));
    }

    private void record(String name, int attempt, Outcome<String> outcome) {
        if (alive) {
            busy.remove(name);
            decide(new SagaCommand.RecordOutcome(name, attempt, outcome, Stage.HALF, stage.now()));
            diesAt(CrashPoint.AFTER_ANSWER, name);
        }
    }

    private void ask(String name) {
        OperationDefinition<I, ?, ?> operation = definition(name);
        OperationState known = stage.state().operation(name);
        FrozenRequest request = known.request();
        if (request == null) {
            throw new IllegalStateException(name + " is asked about and was never built");
        }
        Instant asked = stage.now();
        QueryAnswer answer = performer.ask(operation, context(operation, known), request, asked);
        if (answer != null) {
            record(name, answer, asked);
            return;
        }
        busy.add(name);
        QueryAnswer nothing = new QueryAnswer.Unavailable(
                "no answer within " + operation.policy().timeLimit());
        stage.agenda().at(asked.plus(operation.policy().timeLimit()), () -> {
            if (alive) {
                busy.remove(name);
                record(name, nothing, asked);
            }
        });
    }

    /** An answer that comes when somebody else has decided the question is dropped, as in production. */
    private void record(String name, QueryAnswer answer, Instant asked) {
        stage.ledger().decide(new SagaCommand.RecordQueryAnswer(name, answer, asked, Stage.HALF, stage.now()));
    }

    private boolean diesAt(CrashPoint point, String operation) {
        if (crashes.comesTrue(point, operation)) {
            stage.crash();
        }
        return !alive;
    }

    private OperationDefinition<I, ?, ?> definition(String operation) {
        return stage.definition().operation(operation).orElseThrow();
    }

    private CallContext context(OperationDefinition<I, ?, ?> operation, OperationState known) {
        OperationKey key = stage.state().key().operation(operation.name());
        Instant deadline = known.attempts().deadline();
        FrozenRequest request = known.request();
        if (request == null) {
            throw new IllegalStateException(operation.name() + " has no frozen request");
        }
        return new CallContext(
                key,
                operation.encode(key),
                owner.token(),
                known.attempts().started(),
                deadline == null ? Instant.MAX : deadline,
                request,
                known.waiting().reference(),
                new CallContext.Around(stage::now, stage.state().compensating(), new NoChildSagas()));
    }
}
