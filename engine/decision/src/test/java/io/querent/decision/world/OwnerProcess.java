package io.querent.decision.world;

import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKind;
import io.querent.saga.Outcome;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The process that owns the saga: it carries effects out and turns what comes of them into commands. Each thing it does is a
 * turn of its own on the agenda, so that it can be lost between any two.
 */
final class OwnerProcess {
    private final ScriptedWorld world;
    private final Agenda agenda;
    private final Owner owner;
    private final Set<String> underWay = new HashSet<>();
    private final Set<Intent> awaited = new HashSet<>();

    /** A committed intent to send, as the owner remembers it. */
    private record Intent(String operation, int attempt, FrozenRequest request, Instant deadline) {
        /** Empty when the operation is not in flight: the core decided to ask first, or for a review. */
        static Optional<Intent> of(OperationState operation) {
            FrozenRequest request = operation.request();
            Instant deadline = operation.attempts().deadline();
            return operation.status() != OperationStatus.IN_FLIGHT || request == null || deadline == null
                    ? Optional.empty()
                    : Optional.of(
                            new Intent(operation.name(), operation.attempts().started(), request, deadline));
        }
    }

    OwnerProcess(ScriptedWorld world, Agenda agenda, Owner owner) {
        this.world = world;
        this.agenda = agenda;
        this.owner = owner;
    }

    Owner owner() {
        return owner;
    }

    /** Takes the saga over. */
    void takeOver() {
        submit(new SagaCommand.TakeOver(owner, world.draw(), agenda.now()));
    }

    /** Plans what is due and not under way. */
    void look(SagaState state) {
        for (Effect effect : Effects.of(world.definition(), state, agenda.now())) {
            if (effect instanceof Effect.Attempt attempt && underWay.add(attempt.operation())) {
                agenda.soon(this, () -> commitIntent(attempt.operation()));
            } else if (effect instanceof Effect.Ask ask && underWay.add(ask.operation())) {
                agenda.soon(this, () -> ask(ask.operation()));
            } else if (effect instanceof Effect.Begin begin && underWay.add(begin.operation())) {
                agenda.soon(this, () -> begin(begin.operation()));
            } else if (effect instanceof Effect.EndWait end && underWay.add(end.operation())) {
                agenda.soon(this, () -> endWait(end.operation()));
            } else if (effect instanceof Effect.PassDeadline && underWay.add(SagaState.WHOLE)) {
                agenda.soon(this, this::passDeadline);
            }
        }
    }

    private void begin(String name) {
        underWay.remove(name);
        SagaCommand command = world.beginnings().begin(name);
        boolean done = submit(command) instanceof Decision.Accepted;
        if (done && command instanceof SagaCommand.Publish publish) {
            world.at(name).book(world.key(name), publish.request().bytes());
        }
    }

    private void endWait(String name) {
        underWay.remove(name);
        submit(world.beginnings().endWait(name));
    }

    private void passDeadline() {
        underWay.remove(SagaState.WHOLE);
        submit(new SagaCommand.PassDeadline(agenda.now()));
    }

    private void commitIntent(String name) {
        Optional<SagaCommand> instead = world.beginnings().unlessToBeRun(name, world.statusOf(name));
        if (instead.isPresent()) {
            underWay.remove(name);
            submit(instead.get());
        } else {
            attempt(name);
        }
    }

    private void attempt(String name) {
        Instant now = agenda.now();
        Decision decision =
                submit(new SagaCommand.StartAttempt(name, world.buildRequest(name), owner, world.draw(), now));
        Optional<Intent> intent = decision instanceof Decision.Accepted accepted
                ? Intent.of(accepted.state().operation(name))
                : Optional.empty();
        if (intent.isEmpty()) {
            underWay.remove(name);
        } else if (definition(name).kind() == OperationKind.LOCAL_TRANSACTION) {
            agenda.soon(this, () -> performLocally(intent.get()));
        } else {
            agenda.soon(this, () -> send(intent.get()));
        }
    }

    /** An owner that was held up until after its own deadline does not send any more. */
    private void send(Intent intent) {
        if (agenda.now().isAfter(intent.deadline())) {
            return;
        }
        awaited.add(intent);
        agenda.at(intent.deadline(), this, () -> {
            if (awaited.remove(intent)) {
                commitOutcome(intent, Outcome.unknown("no answer within the time limit"));
            }
        });
        world.at(intent.operation())
                .send(
                        new ScriptedDownstream.Letter(
                                world.key(intent.operation()), intent.request().bytes(), intent.deadline()),
                        this,
                        outcome -> agenda.soon(this, () -> answered(intent, outcome)));
    }

    private void answered(Intent intent, Outcome<String> outcome) {
        if (awaited.remove(intent)) {
            commitOutcome(intent, outcome);
        } else {
            submitEvidence(intent, outcome);
        }
    }

    /** Business writes and the step's event are one commit: there is no turn between them. */
    private void performLocally(Intent intent) {
        ScriptedDownstream database = world.at(intent.operation());
        Outcome<String> outcome = database.attemptLocally();
        boolean committed = world.isCurrent(owner) && commitOutcome(intent, outcome);
        if (committed && outcome instanceof Outcome.Succeeded) {
            database.book(world.key(intent.operation()), intent.request().bytes());
        }
    }

    private boolean commitOutcome(Intent intent, Outcome<String> outcome) {
        underWay.remove(intent.operation());
        Decision decision = submit(new SagaCommand.RecordOutcome(
                intent.operation(), intent.attempt(), outcome, world.draw(), agenda.now()));
        if (decision instanceof Decision.Accepted) {
            return true;
        }
        submitEvidence(intent, outcome);
        return false;
    }

    private void ask(String name) {
        Instant askedAt = agenda.now();
        QueryAnswer answer = world.at(name).ask(world.key(name));
        agenda.soon(this, () -> {
            underWay.remove(name);
            submit(new SagaCommand.RecordQueryAnswer(name, answer, askedAt, world.draw(), agenda.now()));
        });
    }

    /** Evidence is taken from anybody. */
    private void submitEvidence(Intent intent, Outcome<String> outcome) {
        world.submit(new SagaCommand.RecordEvidence(
                intent.operation(), intent.attempt(), outcome, owner.node(), agenda.now()));
    }

    /** Storage refuses what a stale owner writes, by its token. */
    private Decision submit(SagaCommand command) {
        return world.isCurrent(owner)
                ? world.submit(command)
                : new Decision.Refused(Decision.Refusal.STALE, "token " + owner.token() + " is stale");
    }

    private OperationDefinition<?, ?, ?> definition(String name) {
        return world.definition().operation(name).orElseThrow();
    }
}
