package io.querent.runtime.work;

import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.Effect;
import io.querent.decision.Effects;
import io.querent.decision.FrozenRequest;
import io.querent.decision.OperationStatus;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.runtime.call.DownstreamGate.Admission;
import io.querent.runtime.call.DownstreamGate.Permit;
import io.querent.runtime.call.DownstreamGate.Traffic;
import io.querent.runtime.call.FailureClassifier;
import io.querent.runtime.codec.StatedAmounts;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.saga.OperationDefinition;
import io.querent.saga.OperationKind;
import io.querent.saga.Outcome;
import io.querent.saga.canonical.RequestHash;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a saga: commands are decided, what is due is prepared, and all events that come of it are appended together, so
 * that an outcome and the next intent are one commit (R5). Nothing happens outside before {@link #launches} are carried out.
 * Confined to one thread at a time.
 */
final class Turn<I> {
    private final TurnContext<I> context;
    private final @Nullable SagaState before;
    private final List<SagaEvent> events = new ArrayList<>();
    private final List<SagaCommand> commands = new ArrayList<>();
    private final List<Launch> launches = new ArrayList<>();
    private final Set<String> inLine = new LinkedHashSet<>();
    private @Nullable SagaState state;
    private SagaCommand.@Nullable RecordRequestFailure notBuilt;
    private boolean more;

    Turn(TurnContext<I> context, @Nullable SagaState before) {
        this.context = context;
        this.before = before;
        this.state = before;
    }

    /** Decides a command that arrived; see {@link #commands()}. */
    Decision receive(SagaCommand command) {
        commands.add(command);
        return decide(command);
    }

    /** Decides a command and takes its events into the turn. */
    Decision decide(SagaCommand command) {
        Decision decision = Decider.decide(context.definition(), state, command);
        if (decision instanceof Decision.Accepted accepted) {
            events.addAll(accepted.events());
            state = accepted.state();
        }
        return decision;
    }

    /** Prepares everything that is due and not under way already. */
    void plan() {
        boolean again = true;
        while (again) {
            int version = events.size();
            for (Effect effect : Effects.of(context.definition(), state(), context.now())) {
                plan(effect);
                if (events.size() != version) {
                    break;
                }
            }
            again = events.size() != version;
        }
    }

    List<SagaEvent> events() {
        return events;
    }

    List<Launch> launches() {
        return launches;
    }

    /** Operations that were put in line at a gate. */
    Set<String> inLine() {
        return inLine;
    }

    /** Those of the operations called from a gate's line that did nothing with it in this turn. */
    Set<String> unused(Set<String> called) {
        Set<String> unused = new LinkedHashSet<>(called);
        unused.removeAll(inLine);
        launches.forEach(launch -> unused.remove(launch.operation()));
        return unused;
    }

    /** Commands that came from outside the turn, to be decided again if it does not happen. */
    List<SagaCommand> commands() {
        return commands;
    }

    /** Whether something is due that could not be part of this turn. */
    boolean more() {
        return more;
    }

    SagaState state() {
        if (state == null) {
            throw new IllegalStateException("the saga has not started");
        }
        return state;
    }

    Append append(Guard guard, Possession possession) {
        return Appends.of(
                context.definition(),
                new StatedAmounts(context.parts().payloads()),
                guard,
                before,
                events,
                state(),
                possession);
    }

    /** What else there is to an owned saga while a turn of it is taken. */
    record Hold(boolean busy, boolean draining) {}

    /** Whether nothing is under way after this turn, so that the saga can be let go. */
    boolean isIdle(Hold hold) {
        boolean nothingElse = !more || hold.draining();
        return nothingElse && launches.isEmpty() && !hold.busy() && (inLine.isEmpty() || hold.draining());
    }

    /** Whether all there is to do is a local transaction. */
    boolean isLocal() {
        return launches.size() == 1 && launches.get(0) instanceof Launch.Local;
    }

    /** Who has the saga after this turn. */
    Possession possession(Hold hold) {
        if (isIdle(hold)) {
            return letGo();
        }
        return before == null
                ? new Possession.Take(
                        context.owner().node(), context.parts().settings().lease())
                : new Possession.Keep();
    }

    /** When the saga will want to go on, if nobody owns it until then. */
    Possession letGo() {
        return Appends.letGo(context.definition(), state(), context.now());
    }

    /** The turn did not happen: permits are given back. */
    void abandon() {
        launches.forEach(launch -> launch.permit().giveBack());
        launches.clear();
    }

    private void plan(Effect effect) {
        if (launches.stream().anyMatch(Launch.Local.class::isInstance)) {
            more = true;
        } else if (effect instanceof Effect.Attempt attempt && isFree(attempt.operation())) {
            planUnlessSkipped(attempt.operation());
        } else if (effect instanceof Effect.Begin begin) {
            decide(beginnings().begin(begin.operation()));
        } else if (effect instanceof Effect.EndWait end) {
            decide(beginnings().endWait(end.operation()));
        } else if (effect instanceof Effect.PassDeadline) {
            decide(new SagaCommand.PassDeadline(context.now()));
        } else if (effect instanceof Effect.Ask ask && isFree(ask.operation())) {
            admit(
                    context.operation(ask.operation()),
                    Traffic.QUERY,
                    permit -> launches.add(new Launch.Question(ask.operation(), permit)),
                    refused -> refuseQuestion(ask.operation(), refused));
        }
    }

    private boolean isFree(String operation) {
        return !context.busy().contains(operation)
                && !inLine.contains(operation)
                && launches.stream().noneMatch(launch -> launch.operation().equals(operation));
    }

    private void planUnlessSkipped(String name) {
        boolean begins = state().statusOf(name) == OperationStatus.PLANNED;
        Optional<SagaCommand> skip = begins ? beginnings().unlessToBeRun(name) : Optional.empty();
        skip.ifPresentOrElse(this::decide, () -> planAttempt(name));
    }

    private Beginnings<I> beginnings() {
        return new Beginnings<>(context.definition(), context.parts().payloads(), view(), context.now());
    }

    private StateView<I> view() {
        return new StateView<>(
                state(), context.definition().inputType(), context.parts().payloads());
    }

    private void planAttempt(String name) {
        OperationDefinition<I, ?, ?> operation = context.operation(name);
        if (operation.kind() == OperationKind.LOCAL_TRANSACTION) {
            planLocal(name, operation);
            return;
        }
        if (context.parts().calls().isRunning(state().key().operation(name))) {
            refuse(
                    operation,
                    new Admission.Refused("still-running", "an earlier attempt is still running in this process"));
            return;
        }
        admit(operation, Traffic.CALL, permit -> begin(operation, permit), refused -> refuse(operation, refused));
    }

    /** A local transaction appends on its own connection, so it waits until everything else is committed. */
    private void planLocal(String name, OperationDefinition<I, ?, ?> operation) {
        boolean alone = events.isEmpty() && launches.isEmpty();
        if (!alone) {
            more = true;
            return;
        }
        admit(operation, Traffic.CALL, permit -> launches.add(new Launch.Local(name, permit)), refused -> more = true);
    }

    private void admit(
            OperationDefinition<I, ?, ?> operation,
            Traffic traffic,
            Consumer<Permit> granted,
            Consumer<Admission.Refused> refused) {
        Admission admission = context.admit(operation, traffic);
        if (admission instanceof Admission.Granted yes) {
            granted.accept(yes.permit());
        } else if (admission instanceof Admission.Refused no) {
            refused.accept(no);
        } else {
            inLine.add(operation.name());
        }
    }

    /** The request is built when there is a permit and not before: a saga in line is called many a time. */
    private void begin(OperationDefinition<I, ?, ?> operation, Permit permit) {
        FrozenRequest request = request(operation);
        if (request == null) {
            permit.giveBack();
            return;
        }
        String name = operation.name();
        int attempts = state().operation(name).attempts().started();
        decide(new SagaCommand.StartAttempt(name, request, context.owner(), context.draw(), context.now()));
        int started = state().operation(name).attempts().started();
        if (started > attempts) {
            launches.add(new Launch.Attempt(name, started, permit));
        } else {
            permit.giveBack();
        }
    }

    /** The gate refused: proof that nothing was sent. The intent and its outcome are one commit. */
    private void refuse(OperationDefinition<I, ?, ?> operation, Admission.Refused refused) {
        FrozenRequest request = request(operation);
        if (request == null) {
            return;
        }
        Instant now = context.now();
        String name = operation.name();
        decide(new SagaCommand.StartAttempt(name, request, context.owner(), context.draw(), now));
        decide(new SagaCommand.RecordOutcome(
                name,
                state().operation(name).attempts().started(),
                Outcome.notExecuted(refused.code(), refused.message()),
                context.draw(),
                now));
    }

    /** The gate refused: nothing was asked, so nothing was learnt, and no question is used up. */
    private void refuseQuestion(String name, Admission.Refused refused) {
        Instant now = context.now();
        decide(new SagaCommand.RecordQueryAnswer(
                name, new QueryAnswer.NotAsked(refused.code() + ": " + refused.message()), now, context.draw(), now));
    }

    /** The frozen request, or one built now; null when it cannot be built, which was decided then. */
    @Nullable
    FrozenRequest request(OperationDefinition<I, ?, ?> operation) {
        FrozenRequest frozen = state().operation(operation.name()).request();
        return frozen != null ? frozen : build(operation);
    }

    /** What was decided when a request could not be built; null when none failed. */
    SagaCommand.@Nullable RecordRequestFailure notBuilt() {
        return notBuilt;
    }

    private <Q> @Nullable FrozenRequest build(OperationDefinition<I, Q, ?> operation) {
        try {
            Q request = operation.buildRequest(view());
            String body = context.parts().payloads().write("request of step " + operation.name(), request);
            String hash = RequestHash.of(body.getBytes(StandardCharsets.UTF_8)).toString();
            return new FrozenRequest(body, hash);
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError failure) {
            notBuilt = new SagaCommand.RecordRequestFailure(
                    operation.name(), FailureClassifier.describe(failure), context.now());
            decide(notBuilt);
            return null;
        }
    }
}
