package io.querent.runtime.work;

import io.querent.decision.Decision;
import io.querent.decision.OperationState;
import io.querent.decision.OperationStatus;
import io.querent.decision.Owner;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.runtime.journal.Append;
import io.querent.runtime.journal.AppendResult;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.StoredSaga;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One saga that this node owns. Whatever happens to it arrives in its inbox and is worked through by one thread at a time, a
 * {@link Turn} after another. While a turn is being committed, the next things wait in the inbox. No thread waits for a commit
 * or for a due time, and nothing is locked while user code runs.
 */
final class SagaRun<I> {
    private static final Logger LOG = LoggerFactory.getLogger(SagaRun.class);
    private static final Duration DATABASE_PAUSE = Duration.ofSeconds(1);

    private final EngineParts parts;
    private final SagaDefinition<I> definition;
    private final SagaKey key;
    private final Owner owner;
    private final RunListener listener;
    private final CallDesk<I> desk;
    private final SerialInbox<Message> inbox = new SerialInbox<>(this::work);
    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private final Lease lease;
    private volatile boolean draining;

    // From here on: only touched by the thread that works through the inbox.
    private final Set<String> underWay = new HashSet<>();
    private final Set<String> inLine = new HashSet<>();
    private final Set<String> called = new HashSet<>();
    private List<SagaCommand> undecided = new ArrayList<>();
    private @Nullable SagaState state;
    private @Nullable ScheduledFuture<?> wakeUp;
    private boolean committing;
    private boolean reload;
    private boolean over;

    /** What arrives in the inbox. */
    sealed interface Message {
        /** A command to decide. */
        record Command(SagaCommand command) implements Message {}

        /** A turn's append came to this. */
        record Settled(Turn<?> turn, Possession possession, AppendResult result) implements Message {}

        /** A turn's append failed for good. */
        record Failed(Turn<?> turn, Throwable failure) implements Message {}

        /** A local transaction ended. */
        record LocalEnded(Launch.Local launch, LocalRun.Ending ending) implements Message {}

        /** The operation's turn in a gate's line has come. */
        record YourTurn(String operation) implements Message {}

        /** Look at what is due. */
        record Nudge() implements Message {}

        /** Nobody waits for calls any longer. */
        record GraceOver() implements Message {}

        /** The lease is lost. */
        record Lost() implements Message {}
    }

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
        this.lease = new Lease(parts.settings().lease());
        this.desk = new CallDesk<>(parts, definition, key, owner, lease, this::tell);
    }

    SagaKey key() {
        return key;
    }

    Owner owner() {
        return owner;
    }

    Lease lease() {
        return lease;
    }

    /** Decides {@code command} in its turn. */
    void tell(SagaCommand command) {
        post(new Message.Command(command));
    }

    /** Looks at what is due. */
    void nudge() {
        post(new Message.Nudge());
    }

    /** Starts nothing, not even for a saga that is only being stored: whoever has room claims it. To be called first. */
    void onlyStore() {
        draining = true;
    }

    /** Starts nothing new; lets the saga go when its calls have ended. */
    void drain() {
        draining = true;
        nudge();
    }

    /** Records calls that are still going on as unknown, so that the next owner asks first. */
    void endGrace() {
        post(new Message.GraceOver());
    }

    /** Somebody else owns the saga now. */
    void lose() {
        post(new Message.Lost());
    }

    private void post(Message message) {
        inbox.post(message);
        handOver();
    }

    /** For a worker with nothing else to do: it carries out the first call itself instead of waking another thread. */
    private void postAndCarryOn(Message message) {
        inbox.post(message);
        Runnable first = ready.poll();
        handOver();
        if (first != null) {
            first.run();
        }
    }

    private void handOver() {
        for (Runnable next = ready.poll(); next != null; next = ready.poll()) {
            parts.workers().execute(next);
        }
    }

    private void work(List<Message> messages) {
        try {
            messages.forEach(this::receive);
            if (!committing && !over) {
                takeTurn();
            }
            if (over || draining) {
                passOn(called);
                called.clear();
            }
        } catch (RuntimeException | Error defect) {
            LOG.error("saga {} met a defect of the engine; its lease runs out and it is taken over", key, defect);
            breakOff(defect);
        }
    }

    private void receive(Message message) {
        if (message instanceof Message.Command received) {
            receive(received.command());
        } else if (message instanceof Message.Settled settled) {
            settle(settled.turn(), settled.possession(), settled.result());
        } else if (message instanceof Message.Failed failed) {
            fail(failed.turn(), failed.failure());
        } else if (message instanceof Message.LocalEnded ended) {
            endLocal(ended.launch(), ended.ending());
        } else if (message instanceof Message.YourTurn yours) {
            inLine.remove(yours.operation());
            called.add(yours.operation());
        } else if (message instanceof Message.GraceOver) {
            giveUpCalls();
        } else if (message instanceof Message.Lost && !over && !committing && state != null) {
            // While a turn is being committed, its guard tells whether the saga is still ours.
            parts.counters().add(Count.LEASES_LOST);
            lost();
        }
    }

    private void receive(SagaCommand command) {
        if (command instanceof SagaCommand.RecordOutcome outcome) {
            underWay.remove(outcome.operation());
        } else if (command instanceof SagaCommand.RecordQueryAnswer answer) {
            underWay.remove(answer.operation());
        }
        if (over) {
            keepAsEvidence(command);
        } else {
            undecided.add(command);
        }
    }

    private void takeTurn() {
        if (reload && !reloaded()) {
            return;
        }
        Turn<I> turn = new Turn<>(context(), state);
        for (SagaCommand command : undecided) {
            Decision decision = turn.receive(command);
            if (decision instanceof Decision.Refused refused) {
                refused(command, refused);
            }
        }
        undecided = new ArrayList<>();
        Set<String> callers = Set.copyOf(called);
        called.clear();
        if (draining) {
            inLine.clear();
        } else {
            turn.plan();
        }
        inLine.addAll(turn.inLine());
        passOn(turn.unused(callers));
        if (!turn.events().isEmpty()) {
            commit(turn, possession(turn, underWay, inLine));
        } else if (isLocal(turn)) {
            runLocally((Launch.Local) turn.launches().get(0), turn.state());
        } else {
            turn.launches().forEach(launch -> launch(launch, turn.state()));
            if (isIdle(turn, underWay, inLine)) {
                commit(turn, turn.letGo());
            } else {
                wakeUpLater(turn);
            }
        }
    }

    private TurnContext<I> context() {
        Set<String> busy = new HashSet<>(underWay);
        busy.addAll(inLine);
        return new TurnContext<>(
                parts,
                definition,
                owner,
                parts.clock().instant(),
                busy,
                operation -> post(new Message.YourTurn(operation)));
    }

    private Possession possession(Turn<I> turn, Set<String> busy, Set<String> waiting) {
        if (isIdle(turn, busy, waiting)) {
            return turn.letGo();
        }
        return state == null
                ? new Possession.Take(owner.node(), parts.settings().lease())
                : new Possession.Keep();
    }

    private boolean isIdle(Turn<I> turn, Set<String> busy, Set<String> waiting) {
        boolean nothingElse = !turn.more() || draining;
        return nothingElse && turn.launches().isEmpty() && busy.isEmpty() && waiting.isEmpty();
    }

    private void commit(Turn<I> turn, Possession possession) {
        committing = true;
        Guard guard = state == null
                ? new Guard.New(definition.version(), turn.state().origin().inputHash())
                : new Guard.Owned(owner.node(), owner.token(), state.version());
        Append append = turn.append(guard, possession);
        parts.journal()
                .append(append)
                .whenComplete((result, failure) -> parts.workers()
                        .execute(() -> postAndCarryOn(
                                failure == null
                                        ? new Message.Settled(turn, possession, result)
                                        : new Message.Failed(turn, failure))));
    }

    private void settle(Turn<?> turn, Possession possession, AppendResult result) {
        committing = false;
        if (over) {
            turn.abandon();
        } else if (result instanceof AppendResult.Appended) {
            appended(turn, possession);
        } else {
            turn.abandon();
            if (result instanceof AppendResult.Exists exists && state == null) {
                over = true;
                listener.existed(this, exists.row());
            } else if (result instanceof AppendResult.Stale stale
                    && owner.node().equals(stale.row().owner())
                    && owner.token() == stale.row().token()) {
                parts.counters().add(Count.TURNS_REPEATED);
                reload = true;
                List<SagaCommand> again = new ArrayList<>(turn.commands());
                again.addAll(undecided);
                undecided = again;
            } else {
                parts.counters().add(Count.STALE_APPENDS);
                turn.commands().forEach(this::keepAsEvidence);
                lost();
            }
        }
    }

    private void appended(Turn<?> turn, Possession possession) {
        boolean isNew = state == null;
        SagaState committed = turn.state();
        state = committed;
        if (isNew) {
            listener.started(this);
        }
        if (possession instanceof Possession.DueIn || possession instanceof Possession.Rest) {
            over = true;
            cancelWakeUp();
            undecided.forEach(this::keepAsEvidence);
            listener.released(this, committed, possession);
        } else {
            turn.launches().forEach(launch -> launch(launch, committed));
        }
    }

    private void fail(Turn<?> turn, Throwable failure) {
        committing = false;
        turn.abandon();
        if (state != null) {
            if (isClosed(failure)) {
                LOG.debug("saga {} is left to its next owner: {}", key, failure.getMessage());
            } else {
                LOG.error("saga {} cannot go on on this node; its lease runs out and it is taken over", key, failure);
            }
            turn.commands().forEach(this::keepAsEvidence);
        }
        breakOff(failure);
    }

    private void breakOff(Throwable failure) {
        if (state == null) {
            over = true;
            listener.notStarted(this, failure);
        } else {
            lost();
        }
    }

    private static boolean isClosed(Throwable failure) {
        return failure instanceof JournalClosedException || failure.getCause() instanceof JournalClosedException;
    }

    private void launch(Launch launch, SagaState committed) {
        underWay.add(launch.operation());
        ready.add(desk.carryOut(launch, committed.operation(launch.operation())));
    }

    private static boolean isLocal(Turn<?> turn) {
        return turn.launches().size() == 1 && turn.launches().get(0) instanceof Launch.Local;
    }

    private void runLocally(Launch.Local launch, SagaState before) {
        committing = true;
        Set<String> busy = Set.copyOf(underWay);
        Set<String> waiting = Set.copyOf(inLine);
        LocalRun<I> local =
                new LocalRun<>(context(), before, launch.operation(), turn -> possession(turn, busy, waiting));
        parts.workers().execute(() -> {
            LocalRun.Ending ending = local.run();
            launch.permit().release(true);
            postAndCarryOn(new Message.LocalEnded(launch, ending));
        });
    }

    private void endLocal(Launch.Local launch, LocalRun.Ending ending) {
        committing = false;
        if (ending instanceof LocalRun.Ending.Settled settled) {
            joinLinesLate(settled.turn());
            settle(settled.turn(), settled.possession(), settled.result());
        } else if (ending instanceof LocalRun.Ending.RolledBack rolledBack) {
            undecided.addAll(rolledBack.commands());
        } else if (ending instanceof LocalRun.Ending.NotBuilt) {
            undecided.add(new SagaCommand.RecordRequestFailure(
                    launch.operation(),
                    "the request could not be built",
                    parts.clock().instant()));
        } else if (ending instanceof LocalRun.Ending.Unavailable unavailable) {
            LOG.warn(
                    "local transaction of saga {} waits for the database: {}",
                    key,
                    unavailable.cause().getMessage());
            inLine.add(launch.operation());
            parts.workers().later(DATABASE_PAUSE, () -> post(new Message.YourTurn(launch.operation())));
        }
    }

    /** While the transaction ran, a gate may have called an operation that was put in its line by it: that one asks again. */
    private void joinLinesLate(Turn<?> turn) {
        for (String operation : turn.inLine()) {
            if (!called.remove(operation)) {
                inLine.add(operation);
            }
        }
    }

    /** Whoever was called from a gate's line and has no use for it lets the next one try. */
    private void passOn(Set<String> operations) {
        for (String operation : operations) {
            definition.operation(operation).ifPresent(found -> parts.gates().of(found).passOn());
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
            LOG.warn("saga {} waits for the database: {}", key, unavailable.getMessage());
            parts.workers().later(DATABASE_PAUSE, this::nudge);
            return false;
        }
    }

    private void wakeUpLater(Turn<I> turn) {
        cancelWakeUp();
        if (turn.letGo() instanceof Possession.DueIn due && !due.delay().isZero()) {
            wakeUp = parts.workers().later(due.delay(), this::nudge);
        }
    }

    private void cancelWakeUp() {
        if (wakeUp != null) {
            wakeUp.cancel(false);
        }
    }

    private void giveUpCalls() {
        inLine.clear();
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

    private void lost() {
        over = true;
        cancelWakeUp();
        undecided.forEach(this::keepAsEvidence);
        undecided = new ArrayList<>();
        listener.lost(this);
    }

    private void refused(SagaCommand command, Decision.Refused refused) {
        LOG.debug("saga {}: {}", key, refused.message());
        if (refused.refusal() == Decision.Refusal.STALE || refused.refusal() == Decision.Refusal.ENDED) {
            keepAsEvidence(command);
        }
    }

    private void keepAsEvidence(SagaCommand command) {
        desk.keepAsEvidence(command);
    }
}
