package io.querent.runtime.work;

import io.querent.decision.Authority;
import io.querent.decision.OperatorDecision;
import io.querent.decision.Owner;
import io.querent.decision.QueryAnswer;
import io.querent.decision.SagaCommand;
import io.querent.runtime.Callback;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.OperationKeyConflictException;
import io.querent.runtime.Receipt;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.runtime.Versions;
import io.querent.runtime.admin.Nodes;
import io.querent.runtime.call.DownstreamView;
import io.querent.runtime.journal.CallerTransaction;
import io.querent.runtime.journal.CallerTransactions;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.JournalUnavailableException;
import io.querent.runtime.journal.Letter;
import io.querent.runtime.journal.Reviews;
import io.querent.runtime.journal.SagaRow;
import io.querent.runtime.journal.SagaSearch;
import io.querent.runtime.work.EngineCounters.Count;
import io.querent.saga.OperationKey;
import io.querent.saga.QuerentException;
import io.querent.saga.QueryResult;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import io.querent.saga.StepDefinition;
import io.querent.saga.StepHandle;
import io.querent.saga.StepKind;
import io.querent.saga.canonical.RequestHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of one node. Many of them share one database and need not know of each other. Thread-safe.
 *
 * <p>{@link #open} begins to claim sagas; {@link #close} stops, keeps renewing leases until calls in flight have ended or the
 * grace has run out, and lets go of what is left.
 */
public final class QuerentEngine implements SagaEngine, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(QuerentEngine.class);
    private static final int LEASE_RENEWALS = 3;
    private static final Duration LAST_APPENDS = Duration.ofSeconds(5);

    private final EngineParts parts;
    private final Definitions definitions;
    private final CallerTransactions callers;
    private final Completions completions;
    private final Runs runs;
    private final PostOffice postOffice;
    private final VersionDesk versions;
    private final LivenessWatch liveness;
    private final Housekeeping housekeeping;
    private @Nullable NodeReporter reporter;
    private volatile boolean closing;

    private QuerentEngine(EngineParts parts, Definitions definitions, CallerTransactions callers) {
        this.parts = parts.with(new ChildDesk(parts, this::startChild, this::post));
        this.definitions = definitions;
        this.callers = callers;
        this.completions = new Completions(parts.journal(), parts.payloads());
        WakeUpCall wakeUpCall = new WakeUpCall();
        this.runs = new Runs(completions, parts.counters(), parts.settings().maxOwned(), wakeUpCall::in);
        this.postOffice = new PostOffice(this.parts, definitions, runs);
        this.versions = new VersionDesk(parts.journal().definitions(), definitions, this::send);
        this.liveness = new LivenessWatch(parts.journal(), parts.clock(), definitions.versions());
        this.housekeeping = new Housekeeping(
                new Claimer(this.parts, definitions, runs, wakeUpCall),
                new LeaseKeeper(parts, runs),
                new SlotKeeper(parts),
                completions,
                postOffice,
                liveness,
                parts.settings().lease().dividedBy(LEASE_RENEWALS));
    }

    /**
     * Begins to work: claims what is due and keeps leases. The caller closes {@code parts}' journal and workers afterwards.
     *
     * @throws io.querent.saga.QuerentException when a definition was changed under sagas that are under way
     * @throws JournalUnavailableException when the database cannot be reached
     */
    public static QuerentEngine open(EngineParts parts, Definitions definitions) {
        return open(parts, definitions, CallerTransactions.unknown());
    }

    /** The same; a saga that is started in one of the {@code callers}' transactions is stored in that transaction. */
    public static QuerentEngine open(EngineParts parts, Definitions definitions, CallerTransactions callers) {
        QuerentEngine engine = new QuerentEngine(parts, definitions, callers);
        engine.versions.register();
        engine.housekeeping.start();
        if (parts.nodes() != null) {
            engine.reporter = NodeReporter.start(parts.nodes(), parts.settings().node(), engine::report);
        }
        return engine;
    }

    /** What happened on this node so far. */
    public EngineCounters counters() {
        return parts.counters();
    }

    /** What waits in the whole cluster, as last seen; empty until the database has answered for the first time. */
    public Optional<Liveness> liveness() {
        return liveness.latest();
    }

    /** How many sagas this node owns now. */
    public int owned() {
        return runs.size();
    }

    /** Each downstream that was called or asked for, by name, as this node sees it. */
    public Map<String, DownstreamView> downstreams() {
        Map<String, DownstreamView> views = new TreeMap<>();
        parts.gates().all().forEach((name, gate) -> views.put(name, gate.view()));
        return views;
    }

    private Nodes.Report report() {
        List<String> own = definitions.versions().stream()
                .map(each -> each.name() + "/" + each.version())
                .sorted()
                .toList();
        return new Nodes.Report(parts.settings().node(), owned(), own, downstreams());
    }

    @Override
    public <I> SagaHandle start(SagaDefinition<I> definition, I input) {
        Optional<CallerTransaction<RuntimeException>> caller = callers.current();
        return caller.isPresent()
                ? startIn(caller.get(), definition, input)
                : await(definition, startApart(definition, input, null, true));
    }

    private SagaHandle await(SagaDefinition<?> definition, CompletionStage<SagaHandle> start) {
        EngineSettings settings = parts.settings();
        CompletableFuture<SagaHandle> handle = start.toCompletableFuture();
        try {
            return handle.get(settings.startTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            throw new EngineUnavailableException(
                    "waiting " + settings.startTimeout() + " for the start of a saga of " + definition, slow);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EngineUnavailableException("waiting for the start of a saga of " + definition, interrupted);
        } catch (ExecutionException failed) {
            throw unwrapped(failed, definition);
        }
    }

    @Override
    public <I> CompletionStage<SagaHandle> startAsync(SagaDefinition<I> definition, I input) {
        Optional<CallerTransaction<RuntimeException>> caller = callers.current();
        if (caller.isEmpty()) {
            return startApart(definition, input, null, false);
        }
        try {
            return CompletableFuture.completedFuture(startIn(caller.get(), definition, input));
        } catch (RuntimeException refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
    }

    /**
     * Starts a saga in a transaction of the caller's, with which the start is committed or rolled back. The saga runs as soon as a
     * node sees it after the commit. The handle says {@link io.querent.runtime.SagaNotCommittedException} before.
     *
     * @throws X what the database says, such as a serialization failure: the caller rolls back, and may run the whole of it again
     * @throws io.querent.runtime.journal.UnfitTransactionException when no saga can be started in this transaction
     * @throws OperationKeyConflictException when the key was used with another input; the transaction can go on
     */
    public <I, X extends Exception> SagaHandle startIn(
            CallerTransaction<X> transaction, SagaDefinition<I> definition, I input) throws X {
        SagaCommand.StartSaga command = command(definition, input, null);
        Map<String, String> attributes = SearchAttributes.of(definition, input);
        Start.Found found = JoinedStart.in(transaction, definition, command, attributes);
        if (found instanceof Start.Found.Created) {
            transaction.afterCommit(() -> {
                parts.counters().add(Count.SAGAS_STARTED);
                housekeeping.lookNow();
            });
        }
        return new JoinedHandle(handle(command, found), parts.journal());
    }

    /**
     * Where the caller waits anyway, a worker stores the start and goes on with the saga. Where he does not, it is his thread that waits
     * for room when too much is to be stored.
     */
    private <I> CompletionStage<SagaHandle> startApart(
            SagaDefinition<I> definition, I input, @Nullable String parent, boolean callerWaits) {
        try {
            SagaCommand.StartSaga command = command(definition, input, parent);
            Map<String, String> attributes = SearchAttributes.of(definition, input);
            return begin(definition, command, attributes, callerWaits).thenApply(found -> handle(command, found));
        } catch (QuerentException refusal) {
            return CompletableFuture.failedFuture(refusal);
        }
    }

    /** A child is started like every other saga, and knows for which operation. */
    private <I> SagaHandle startChild(SagaDefinition<I> definition, I input, OperationKey parent) {
        return await(definition, startApart(definition, input, parent.value(), true));
    }

    private <I> SagaCommand.StartSaga command(SagaDefinition<I> definition, I input, @Nullable String parent) {
        if (closing) {
            throw new EngineUnavailableException(
                    "starting a saga of " + definition + ": the engine is shutting down", null);
        }
        definitions.get(definition.name(), definition.version());
        SagaKey key = definition.keyOf(input);
        String json = parts.payloads().writeInput("input of saga " + key, input);
        String hash = RequestHash.of(json.getBytes(StandardCharsets.UTF_8)).toString();
        return new SagaCommand.StartSaga(key, json, hash, parts.settings().askBeforeFirstSend(), parent, now());
    }

    @Override
    public Optional<SagaHandle> find(SagaKey key) {
        try {
            return parts.journal().findRow(key.id()).map(row -> handle(key, false));
        } catch (JournalUnavailableException unavailable) {
            throw new EngineUnavailableException("looking for saga " + key, unavailable);
        }
    }

    @Override
    public <R> Receipt tell(Callback<R> callback) {
        Letter letter = new Letter(
                callback.operation().saga(),
                callback.source() + "/" + callback.messageId(),
                new Letter.Told(callback.operation().operation(), callback.source(), answer(callback)));
        try {
            return post(letter);
        } catch (JournalUnavailableException unavailable) {
            throw new EngineUnavailableException("taking in a callback about " + callback.operation(), unavailable);
        }
    }

    @Override
    public <R> Receipt signal(SagaKey saga, StepHandle<R> step, String messageId, String source, R word) {
        List<StepKind> kinds = definitions.versions().stream()
                .filter(version -> version.name().equals(saga.definition()))
                .flatMap(version -> definitions.get(version.name(), version.version()).step(step.name()).stream())
                .map(StepDefinition::kind)
                .toList();
        if (!kinds.isEmpty() && !kinds.contains(StepKind.SIGNAL)) {
            throw new QuerentException(
                    "QRT-3215",
                    "a signal is for a step that awaits one; key=" + saga.operation(step.name())
                            + ", found=another kind of step; what a downstream says of a call is a callback: tell(...)");
        }
        return tell(new Callback<>(saga.operation(step.name()), messageId, source, QueryResult.found(word)));
    }

    private static <R> void requireContent(Callback<R> callback, @Nullable R result) {
        if (result == null) {
            throw new QuerentException(
                    "QRT-3216",
                    "a word has to have content; key=" + callback.operation()
                            + ", found=null; use Done.DONE where there is nothing to say");
        }
    }

    @Override
    public Receipt decide(SagaKey saga, OperatorDecision decision, Authority authority) {
        return send(new Letter(saga, authority.requestId(), new Letter.Decided(decision, authority)));
    }

    @Override
    public Versions versions() {
        return versions;
    }

    @Override
    public Reviews reviews() {
        return parts.journal().reviews();
    }

    @Override
    public SagaSearch search() {
        return parts.journal().search();
    }

    @Override
    public boolean wake(SagaKey key, String operator, String reason, String requestId) {
        Receipt receipt = send(new Letter(key, requestId, new Letter.Woken(operator, reason)));
        return !receipt.repeated() && receipt.state() != Receipt.State.REFUSED;
    }

    /** A person waits for the answer, and is told when there is no such saga; a callback may be early. */
    private Receipt send(Letter letter) {
        try {
            if (parts.journal().findRow(letter.saga().id()).isEmpty()) {
                throw OutsideCommands.UnknownSagaException.key(letter.saga());
            }
            Receipt first = post(letter);
            Duration longest = parts.settings().startTimeout();
            // The limit is kept here too: an engine that is being closed looks no more.
            return postOffice
                    .settled(letter, first, longest)
                    .toCompletableFuture()
                    .completeOnTimeout(first, longest.plusSeconds(1).toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (JournalUnavailableException unavailable) {
            throw new EngineUnavailableException("sending " + letter.messageId() + " to " + letter.saga(), unavailable);
        }
    }

    private Receipt post(Letter letter) {
        Receipt receipt = postOffice.post(letter);
        housekeeping.lookNow();
        return receipt;
    }

    private <R> QueryAnswer answer(Callback<R> callback) {
        QueryResult<R> word = callback.word();
        if (word instanceof QueryResult.Found<R> found) {
            requireContent(callback, found.result());
            return new QueryAnswer.Found(
                    parts.payloads().write("callback about " + callback.operation(), found.result()));
        } else if (word instanceof QueryResult.FoundRejected<R> rejected) {
            return new QueryAnswer.FoundRejected(rejected.code(), rejected.message());
        } else if (word instanceof QueryResult.Reversed<R> reversed) {
            return new QueryAnswer.Reversed(reversed.code(), reversed.message());
        } else if (word instanceof QueryResult.FoundRefusedWithEffect<R> refused) {
            return new QueryAnswer.FoundRefusedWithEffect(
                    refused.code(),
                    refused.message(),
                    parts.payloads().write("callback about " + callback.operation(), refused.effect()));
        } else if (word instanceof QueryResult.Mismatch<R> mismatch) {
            return new QueryAnswer.Mismatch(mismatch.detail());
        } else if (word instanceof QueryResult.FoundPending<R> pending) {
            return new QueryAnswer.FoundPending(pending.reference());
        }
        throw new QuerentException(
                "QRT-3213",
                "a callback has to tell what became of the operation; key=" + callback.operation() + ", found="
                        + word.getClass().getSimpleName() + "; leave it out and let the engine ask");
    }

    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        housekeeping.stopClaiming();
        runs.all().forEach(SagaRun::drain);
        Duration grace = parts.settings().drainGrace();
        if (!runs.awaitEmpty(grace)) {
            LOG.warn("{} sagas still have calls in flight after {}; they are recorded as unknown", runs.size(), grace);
            runs.all().forEach(SagaRun::endGrace);
            runs.awaitEmpty(LAST_APPENDS);
        }
        housekeeping.close();
        if (reporter != null) {
            reporter.close();
        }
    }

    private <I> CompletionStage<Start.Found> begin(
            SagaDefinition<I> definition,
            SagaCommand.StartSaga command,
            Map<String, String> attributes,
            boolean callerWaits) {
        Start start = new Start(command.key(), new CompletableFuture<>());
        Optional<Start> other = runs.begin(start);
        if (other.isPresent()) {
            return other.get().result().thenCompose(found -> existing(command.key(), new CompletableFuture<>()));
        }
        SagaRun<I> run = new SagaRun<>(
                parts, definition, command.key(), new Owner(parts.settings().node(), 1), null, runs);
        boolean hasRoom = runs.hasRoomFor(run.party());
        if (!runs.add(run)) {
            // It was stored in the meantime. Whoever found this start under way waits for its result.
            runs.forget(start);
            return existing(command.key(), start.result());
        }
        if (!hasRoom) {
            run.onlyStore();
        }
        run.findBy(attributes);
        if (callerWaits) {
            parts.workers().execute(() -> run.tellFromWorker(command));
        } else {
            run.tell(command);
        }
        return start.result();
    }

    private CompletionStage<Start.Found> existing(SagaKey key, CompletableFuture<Start.Found> found) {
        parts.workers().execute(() -> {
            try {
                SagaRow row = parts.journal()
                        .findRow(key.id())
                        .orElseThrow(() -> new EngineUnavailableException("reading saga " + key, null));
                found.complete(new Start.Found.Existing(row));
            } catch (RuntimeException failure) {
                found.completeExceptionally(failure);
            }
        });
        return found;
    }

    private SagaHandle handle(SagaCommand.StartSaga command, Start.Found found) {
        SagaKey key = command.key();
        if (found instanceof Start.Found.Existing existing) {
            String stored = existing.row().inputHash();
            if (!stored.equals(command.inputHash())
                    && !RequestHash.parse(stored).matches(command.input().getBytes(StandardCharsets.UTF_8))) {
                parts.counters().add(Count.CONFLICTING_STARTS);
                throw new OperationKeyConflictException(key);
            }
            parts.counters().add(Count.DUPLICATE_STARTS);
            return handle(key, false);
        }
        return handle(key, true);
    }

    private SagaHandle handle(SagaKey key, boolean isNew) {
        return new StoredHandle(key, isNew, parts.journal(), this::resultOf);
    }

    /** The order matters: whoever waits is noted first, so an end in between is either told or found. */
    private CompletionStage<SagaResult> resultOf(SagaKey key) {
        CompletionStage<SagaResult> result = completions.of(key.id());
        if (runs.find(key.id()).isEmpty()) {
            housekeeping.lookForEndsNow();
        }
        return result;
    }

    private Instant now() {
        return parts.clock().instant();
    }

    private static RuntimeException unwrapped(ExecutionException failed, SagaDefinition<?> definition) {
        Throwable cause = failed;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof JournalClosedException || cause instanceof JournalUnavailableException) {
            return new EngineUnavailableException("starting a saga of " + definition, cause);
        }
        return cause instanceof QuerentException known
                ? known
                : new EngineUnavailableException("starting a saga of " + definition, cause);
    }
}
