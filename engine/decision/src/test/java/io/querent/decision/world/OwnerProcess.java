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
    private final Set<String> awaited = new HashSet<>();

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
            }
        }
    }

    private void commitIntent(String name) {
        Instant now = agenda.now();
        Decision decision = submit(new SagaCommand.StartAttempt(name, world.buildRequest(name), owner, world.draw(), now));
        OperationState operation = world.state().operation(name);
        if (decision instanceof Decision.Accepted && operation.status() == OperationStatus.IN_FLIGHT) {
            int attempt = operation.attempts().started();
            boolean local = definition(name).kind() == OperationKind.LOCAL_TRANSACTION;
            agenda.soon(this, () -> {
                if (local) {
                    performLocally(name, attempt);
                } else {
                    send(name, attempt);
                }
            });
        } else {
            underWay.remove(name);
        }
    }

    /** An owner that was held up until after its own deadline does not send any more. */
    private void send(String name, int attempt) {
        OperationState operation = world.state().operation(name);
        Instant deadline = operation.attempts().deadline();
        FrozenRequest request = operation.request();
        if (deadline == null || request == null) {
            throw new IllegalStateException(name + " is to be sent without a committed intent");
        }
        if (operation.attempts().started() != attempt || agenda.now().isAfter(deadline)) {
            return;
        }
        String call = name + "#" + attempt;
        awaited.add(call);
        agenda.at(deadline, this, () -> {
            if (awaited.remove(call)) {
                commitOutcome(name, attempt, Outcome.unknown("no answer within the time limit"));
            }
        });
        ScriptedDownstream.Letter letter = new ScriptedDownstream.Letter(world.key(name), request.bytes(), deadline);
        world.at(name).send(letter, this, outcome -> agenda.soon(this, () -> answered(call, name, attempt, outcome)));
    }

    private void answered(String call, String name, int attempt, Outcome<String> outcome) {
        if (awaited.remove(call)) {
            commitOutcome(name, attempt, outcome);
        } else {
            submitEvidence(name, attempt, outcome);
        }
    }

    /** Business writes and the step's event are one commit: there is no turn between them. */
    private void performLocally(String name, int attempt) {
        Outcome<String> outcome = world.at(name).attemptLocally();
        boolean mine = world.isCurrent(owner);
        FrozenRequest request = world.state().operation(name).request();
        if (mine && commitOutcome(name, attempt, outcome) && outcome instanceof Outcome.Succeeded && request != null) {
            world.at(name).book(world.key(name), request.bytes());
        }
    }

    private boolean commitOutcome(String name, int attempt, Outcome<String> outcome) {
        underWay.remove(name);
        boolean accepted =
                submit(new SagaCommand.RecordOutcome(name, attempt, outcome, world.draw(), agenda.now()))
                        instanceof Decision.Accepted;
        if (!accepted) {
            submitEvidence(name, attempt, outcome);
        }
        return accepted;
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
    private void submitEvidence(String name, int attempt, Outcome<String> outcome) {
        world.submit(new SagaCommand.RecordEvidence(name, attempt, outcome, owner.node(), agenda.now()));
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
