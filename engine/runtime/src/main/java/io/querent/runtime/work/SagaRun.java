package io.querent.runtime.work;

import io.querent.decision.Decision;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.Owner;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaEvent;
import io.querent.decision.SagaState;
import io.querent.runtime.call.DownstreamGate;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Party;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.masking.MaskedFailure;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One saga that this node owns. Whatever happens to it arrives as a message and is worked through by one thread at a time, a
 * {@link Turn} after another. While a turn is being committed, the next things wait in the inbox. No thread waits for others'
 * commits or for a due time, and nothing is locked while user code runs.
 *
 * <p>The methods that are not private may be called from any thread; everything else belongs to the thread that works through the
 * inbox.
 */
final class SagaRun<I> {
    private static final Logger LOG = LoggerFactory.getLogger(SagaRun.class);
    private static final Duration DATABASE_PAUSE = Duration.ofSeconds(1);

    private final EngineParts parts;
    private final SagaDefinition<I> definition;
    private final SagaKey key;
    private final Owner owner;
    private final RunListener listener;
    private final RunInbox inbox;
    private final CallDesk<I> desk;
    private final Lease lease;
    private volatile boolean draining;
    private volatile Map<String, String> attributes = Map.of();

    private final Set<String> underWay = new HashSet<>();
    private final GateLines lines;
    private final Alarm alarm;
    private List<SagaCommand> undecided = new ArrayList<>();
    private @Nullable SagaState state;
    private boolean mayBlock;
    private boolean committing;
    private boolean reload;
    private boolean over;

    /** @param state the saga's state as stored; null for a new saga */
    SagaRun(
            EngineParts parts,
            SagaDefinition<I> definition,
            SagaKey key,
            Owner owner,
            @Nullable SagaState state,
            RunListener listener) {
        this.parts = parts;
        this.definition = definition;
        this.key = key;
        this.owner = owner;
        this.state = state;
        this.listener = listener;
        this.inbox = new RunInbox(parts.workers(), this::work);
        this.lease = new Lease(parts.settings().lease());
        this.desk = new CallDesk<>(parts, definition, key, owner, lease, this::tell, this::tellFromWorker);
        this.lines = new GateLines(operation -> definition.operation(operation).map(parts.gates()::of));
        this.alarm = new Alarm(parts.workers(), this::nudge);
    }

    SagaKey key() {
        return key;
    }

    /** With whom it takes turns. */
    Party party() {
        return Party.of(key);
    }

    Owner owner() {
        return owner;
    }

    Lease lease() {
        return lease;
    }

    /** Decides {@code command} in its turn. */
    void tell(SagaCommand command) {
        inbox.post(new RunMessage.Command(command));
    }

    /** The same, told by a worker with nothing else to do: it goes on with the saga. */
    void tellFromWorker(SagaCommand command) {
        inbox.postFromWorker(new RunMessage.Command(command));
    }

    /** Looks at what is due. */
    void nudge() {
        inbox.post(new RunMessage.Nudge());
    }

    /** Looks at what is stored, because something from outside was appended. */
    void refresh() {
        inbox.post(new RunMessage.Moved());
    }

    /** Starts nothing, not even for a saga that is only being stored: whoever has room claims it. To be called first. */
    void onlyStore() {
        draining = true;
    }

    /** What people search a new saga by. To be called first. */
    void findBy(Map<String, String> searched) {
        attributes = searched;
    }

    /** Starts nothing new; lets the saga go when its calls have ended. */
    void drain() {
        draining = true;
        nudge();
    }

    /** Records calls that are still going on as unknown, so that the next owner asks first. */
    void endGrace() {
        inbox.post(new RunMessage.GraceOver());
    }

    /** The database does not grant the lease any more. */
    void lose() {
        inbox.post(new RunMessage.Lost());
    }

    private void work(List<RunMessage> messages, boolean threadMayBlock) {
        mayBlock = threadMayBlock;
        try {
            messages.forEach(this::receive);
            if (!committing && !over && (!reload || reloaded())) {
                takeTurn();
            }
            if (over || draining) {
                lines.leave();
            }
        } catch (RuntimeException | Error defect) {
            LOG.error(
                    "saga {} met a defect of the engine; its lease runs out and it is taken over",
                    key,
                    MaskedFailure.of(defect));
            breakOff(defect);
        }
    }

    private void receive(RunMessage message) {
        if (message instanceof RunMessage.Command received) {
            receive(received.command());
        } else if (message instanceof RunMessage.Settled settled) {
            settle(settled.turn(), settled.possession(), settled.result());
        } else if (message instanceof RunMessage.Failed failed) {
            fail(failed.turn(), failed.failure());
        } else if (message instanceof RunMessage.LocalEnded ended) {
            endLocal(ended.launch(), ended.ending());
        } else if (message instanceof RunMessage.YourTurn yours) {
            lines.call(yours.operation());
        } else if (message instanceof RunMessage.Moved) {
            reload = state != null;
        } else if (message instanceof RunMessage.GraceOver) {
            giveUpCalls();
        } else if (message instanceof RunMessage.Lost) {
            loseLease();
        }
    }

    private void receive(SagaCommand command) {
        if (command instanceof SagaCommand.RecordOutcome outcome) {
            underWay.remove(outcome.operation());
        } else if (command instanceof SagaCommand.RecordQueryAnswer answer) {
            underWay.remove(answer.operation());
        }
        if (over) {
            desk.keepAsEvidence(command);
        } else {
            undecided.add(command);
        }
    }

    private void takeTurn() {
        if (state == null && undecided.isEmpty()) {
            // Told to drain, or replaced by a claim of the same saga, before the command that starts it has come.
            return;
        }
        Turn<I> turn = new Turn<>(context(), state);
        for (SagaCommand command : undecided) {
            if (turn.receive(command) instanceof Decision.Refused refused) {
                refused(command, refused);
            }
        }
        undecided = new ArrayList<>();
        if (!draining) {
            turn.plan();
        }
        lines.afterTurn(turn);
        Turn.Hold hold = hold();
        if (!turn.events().isEmpty()) {
            commit(turn, turn.possession(hold));
        } else if (turn.isLocal()) {
            runLocally(turn, hold);
        } else {
            turn.launches().forEach(launch -> launch(launch, turn.state()));
            if (turn.isIdle(hold)) {
                commit(turn, turn.letGo());
            } else {
                alarm.setFor(turn.letGo());
            }
        }
    }

    private TurnContext<I> context() {
        Set<String> busy = new HashSet<>(underWay);
        busy.addAll(lines.waiting());
        return new TurnContext<>(
                parts,
                definition,
                owner,
                party(),
                parts.clock().instant(),
                busy,
                lines.called(),
                operation -> inbox.post(new RunMessage.YourTurn(operation)));
    }

    private Turn.Hold hold() {
        boolean waiting = !draining && !lines.waiting().isEmpty();
        return new Turn.Hold(waiting || !underWay.isEmpty(), draining);
    }

    private void commit(Turn<I> turn, Possession possession) {
        committing = true;
        Guard guard = state == null
                ? new Guard.New(definition.version(), turn.state().origin().inputHash())
                : new Guard.Owned(owner.node(), owner.token(), state.version());
        Append append = turn.append(guard, possession);
        Append complete = state == null ? append.with(attributes) : append;
        SagaJournal journal = parts.journal();
        (mayBlock ? journal.appendHere(complete) : journal.append(complete))
                .whenComplete((result, failure) -> inbox.postAnswer(
                        failure == null
                                ? new RunMessage.Settled(turn, possession, result)
                                : new RunMessage.Failed(turn, failure)));
    }

    private void settle(Turn<?> turn, Possession possession, AppendResult result) {
        committing = false;
        if (!over && result instanceof AppendResult.Appended) {
            appended(turn, possession);
            return;
        }
        turn.abandon();
        if (over) {
            return;
        }
        if (result instanceof AppendResult.Exists exists && state == null) {
            over = true;
            listener.existed(this, exists.row());
        } else if (result instanceof AppendResult.Stale stale && isOurs(stale.row())) {
            decideAgain(turn);
        } else {
            parts.counters().add(Count.STALE_APPENDS);
            turn.commands().forEach(desk::keepAsEvidence);
            lost();
        }
    }

    private boolean isOurs(SagaRow row) {
        return owner.node().equals(row.owner()) && owner.token() == row.token();
    }

    /** A command from outside was appended in between: the turn's commands are decided on the new state. */
    private void decideAgain(Turn<?> turn) {
        parts.counters().add(Count.TURNS_REPEATED);
        reload = true;
        List<SagaCommand> again = new ArrayList<>(turn.commands());
        again.addAll(undecided);
        undecided = again;
    }

    private void appended(Turn<?> turn, Possession possession) {
        boolean isNew = state == null;
        SagaState committed = turn.state();
        state = committed;
        countBegun(turn.events());
        if (isNew) {
            listener.started(this);
        }
        if (possession instanceof Possession.DueIn || possession instanceof Possession.Rest) {
            over = true;
            alarm.off();
            undecided.forEach(desk::keepAsEvidence);
            listener.released(this, committed, possession);
        } else {
            turn.launches().forEach(launch -> launch(launch, committed));
        }
    }

    private void countBegun(List<SagaEvent> events) {
        for (SagaEvent event : events) {
            if (event instanceof SagaEvent.AttemptStarted started && started.attempt() == 1) {
                parts.counters().add(Count.OPERATIONS_BEGUN);
                definition.operation(started.operation()).map(parts.gates()::of).ifPresent(DownstreamGate::begin);
            }
        }
    }

    private void fail(Turn<?> turn, Throwable failure) {
        committing = false;
        turn.abandon();
        if (isClosed(failure)) {
            LOG.debug("saga {} is left to its next owner: {}", key, failure.getMessage());
        } else if (state != null) {
            LOG.error(
                    "saga {} cannot go on on this node; its lease runs out and it is taken over",
                    key,
                    MaskedFailure.of(failure));
        }
        turn.commands().forEach(desk::keepAsEvidence);
        breakOff(failure);
    }

    private static boolean isClosed(Throwable failure) {
        return failure instanceof JournalClosedException || failure.getCause() instanceof JournalClosedException;
    }

    private void launch(Launch launch, SagaState committed) {
        underWay.add(launch.operation());
        inbox.afterwards(desk.carryOut(launch, committed));
    }

    private void runLocally(Turn<I> turn, Turn.Hold hold) {
        committing = true;
        Launch.Local launch = (Launch.Local) turn.launches().get(0);
        LocalRun<I> local = new LocalRun<>(context(), turn.state(), launch.operation(), next -> next.possession(hold));
        parts.workers().execute(() -> {
            LocalRun.Ending ending = local.run();
            launch.permit().release(true);
            inbox.postFromWorker(new RunMessage.LocalEnded(launch, ending));
        });
    }

    private void endLocal(Launch.Local launch, LocalRun.Ending ending) {
        committing = false;
        if (ending instanceof LocalRun.Ending.Settled settled) {
            lines.afterTurnElsewhere(settled.turn());
            settle(settled.turn(), settled.possession(), settled.result());
        } else if (ending instanceof LocalRun.Ending.RolledBack rolledBack) {
            undecided.addAll(rolledBack.commands());
        } else if (ending instanceof LocalRun.Ending.NotBuilt notBuilt) {
            undecided.add(notBuilt.command());
        } else if (ending instanceof LocalRun.Ending.Unavailable unavailable) {
            // Not a warning for each saga: whoever claims and renews says once that the database is away.
            LOG.debug(
                    "local transaction of saga {} waits for the database: {}",
                    key,
                    unavailable.cause().getMessage());
            lines.stand(launch.operation());
            parts.workers().later(DATABASE_PAUSE, () -> inbox.post(new RunMessage.YourTurn(launch.operation())));
        }
    }

    private boolean reloaded() {
        try {
            Optional<StoredSaga> stored = parts.journal().find(key.id());
            if (stored.isEmpty()) {
                lost();
                return false;
            }
            state = stored.get().state();
            reload = false;
            return true;
        } catch (JournalUnavailableException unavailable) {
            LOG.debug("saga {} waits for the database: {}", key, unavailable.getMessage());
            parts.workers().later(DATABASE_PAUSE, this::nudge);
            return false;
        }
    }

    private void giveUpCalls() {
        if (state == null || over) {
            return;
        }
        for (OperationState operation : state.operations().values()) {
            if (underWay.remove(operation.name()) && operation.status() == OperationStatus.IN_FLIGHT) {
                undecided.add(new SagaCommand.RecordOutcome(
                        operation.name(),
                        operation.attempts().started(),
                        Outcome.unknown("the node shut down while the call was in flight"),
                        parts.draws().getAsDouble(),
                        parts.clock().instant()));
            }
        }
        underWay.clear();
    }

    /** While a turn is being committed, its guard tells whether the saga is still ours. */
    private void loseLease() {
        if (!over && !committing && state != null) {
            parts.counters().add(Count.LEASES_LOST);
            lost();
        }
    }

    private void breakOff(Throwable failure) {
        if (state == null) {
            over = true;
            listener.notStarted(this, failure);
        } else {
            lost();
        }
    }

    private void lost() {
        over = true;
        alarm.off();
        undecided.forEach(desk::keepAsEvidence);
        undecided = new ArrayList<>();
        listener.lost(this);
    }

    private void refused(SagaCommand command, Decision.Refused refused) {
        LOG.debug("saga {}: {}", key, refused.message());
        if (refused.refusal() == Decision.Refusal.STALE || refused.refusal() == Decision.Refusal.ENDED) {
            desk.keepAsEvidence(command);
        }
    }
}
