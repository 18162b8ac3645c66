package io.querent.testkit.engine;

import io.querent.decision.OperationStatus;
import io.querent.decision.SagaState;
import io.querent.decision.SagaStatus;
import io.querent.decision.history.SagaHistory;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.EngineUnavailableException;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.runtime.journal.JournalClosedException;
import io.querent.runtime.journal.StoredSaga;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The real engine for a test: nothing of it is simulated but where it stores and what time it is. Thread-safe.
 *
 * <pre>{@code
 * try (TestEngine engine = TestEngine.inMemory(payment)) {
 *     SagaHandle saga = engine.start(payment, order);
 *     engine.advance(Duration.ofMinutes(10));
 *     assertThat(engine.await(saga).status()).isEqualTo(SagaStatus.COMPLETED);
 * }
 * }</pre>
 */
public final class TestEngine implements AutoCloseable {
    /** How long to wait for what needs no time but the machine's. */
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TestStore store;
    private final EngineSettings settings;
    private final List<? extends SagaDefinition<?>> definitions;
    private final Life life;
    private final NodeParts parts;
    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean ownsStore;

    TestEngine(TestStore store, EngineSettings settings, List<? extends SagaDefinition<?>> definitions) {
        this.store = store;
        this.settings = settings;
        this.definitions = List.copyOf(definitions);
        this.life = new Life(store.activity());
        this.parts = new NodeParts(
                store.backing(), settings, definitions, life, store.passage().still());
    }

    /** An engine with a store of its own in memory, which is closed with it. */
    public static TestEngine inMemory(SagaDefinition<?>... definitions) {
        TestEngine engine = TestStore.inMemory().node("node", definitions);
        engine.ownsStore = true;
        return engine;
    }

    /** The engine as an application has it: callbacks, decisions, reviews. */
    public SagaEngine engine() {
        return parts.engine();
    }

    /** The store that it shares with other nodes. */
    public TestStore store() {
        return store;
    }

    /** The node's name. */
    public String node() {
        return settings.node();
    }

    /** The time that engine and store go by. */
    public Instant now() {
        return store.clock().instant();
    }

    /** Starts a saga, or finds the one of the same key; see {@link SagaEngine#start}. */
    public <I> SagaHandle start(SagaDefinition<I> definition, I input) {
        CompletableFuture<SagaHandle> answer =
                engine().startAsync(definition, input).toCompletableFuture();
        life.end()
                .thenRun(() -> answer.completeExceptionally(
                        new EngineUnavailableException("starting a saga of " + definition + ": the node died", null)));
        try {
            return answer.get(settings.startTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof QuerentException known && !(known instanceof JournalClosedException)
                    ? known
                    : new EngineUnavailableException("starting a saga of " + definition, failed.getCause());
        } catch (TimeoutException slow) {
            throw new EngineUnavailableException("starting a saga of " + definition, slow);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EngineUnavailableException("starting a saga of " + definition, interrupted);
        }
    }

    /** Lets time pass; see {@link TestStore#advance}. */
    public void advance(Duration by) {
        store.advance(by);
    }

    /**
     * How the saga ended, as soon as it has. Time runs meanwhile, but is not moved.
     *
     * @throws AssertionError when it does not end within {@link #PATIENCE}; the message tells its history and what it waits for
     */
    public SagaResult await(SagaHandle saga) {
        return await(saga.key(), PATIENCE);
    }

    /** The same with a limit of the caller's, in the machine's time. */
    public SagaResult await(SagaKey saga, Duration limit) {
        try {
            return engine().find(saga)
                    .orElseThrow(() -> new AssertionError("there is no saga " + saga))
                    .result()
                    .toCompletableFuture()
                    .get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            throw new AssertionError(
                    "QRT-8002 the saga did not end within " + limit + " of the machine's time\n" + story(saga), slow);
        } catch (ExecutionException failed) {
            throw new AssertionError("the end of saga " + saga + " cannot be read", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for saga " + saga, interrupted);
        }
    }

    /**
     * Waits until the saga stands there.
     *
     * @throws AssertionError when it does not come to stand there; the message tells its history and what it waits for
     */
    public void await(SagaHandle saga, SagaStatus status) {
        await(saga, "the saga to be " + status, stored -> stored.row().status() == status);
    }

    /** Waits until the saga's operation stands there; likewise. */
    public void await(SagaHandle saga, String operation, OperationStatus status) {
        await(saga, operation + " to be " + status, stored -> stored.state().statusOf(operation) == status);
    }

    private void await(SagaHandle saga, String what, Predicate<StoredSaga> reached) {
        long begun = System.nanoTime();
        while (!stored(saga.key()).filter(reached).isPresent()) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new AssertionError("QRT-8003 waited " + PATIENCE + " of the machine's time for " + what + "\n"
                        + story(saga.key()));
            }
            store.activity().pause(10);
        }
    }

    /** All that happened to the saga. */
    public SagaHistory history(SagaHandle saga) {
        StoredSaga stored = existing(saga.key());
        return SagaHistory.of(stored.row().status(), stored.events());
    }

    /** The state that the saga's events lead to. */
    public SagaState state(SagaHandle saga) {
        return existing(saga.key()).state();
    }

    /** The saga's history and what it waits for, for people. */
    public String story(SagaKey saga) {
        return stored(saga)
                .map(found -> new StoryText(found, now(), parts.held()::contains).toString())
                .orElse("there is no saga " + saga);
    }

    /**
     * Dies at once, as a process that is killed: nothing it does from now on reaches the store, its leases run out, calls in flight go on
     * unheard.
     */
    public void crash() {
        life.die();
        sweepUp();
    }

    /** Dies when it comes to this point for any operation. */
    public TestEngine crashAt(CrashPoint point) {
        life.plan().at(point, null);
        return this;
    }

    /**
     * Dies when it comes to this point for that operation.
     *
     * @param operation name of a step, or of a compensation, as {@code OperationKey.compensationOf(step)}
     */
    public TestEngine crashAt(CrashPoint point, String operation) {
        life.plan().at(point, operation);
        return this;
    }

    /** Dies before its {@code number}-th append from its opening on, counted from 1. */
    public TestEngine crashBeforeAppend(int number) {
        life.plan().beforeAppend(number);
        return this;
    }

    /** Dies after its {@code number}-th append is committed and before it hears of it. */
    public TestEngine crashAfterAppend(int number) {
        life.plan().afterAppend(number);
        return this;
    }

    /** How many appends the engine has made, or tried, since it was opened. */
    public int appends() {
        return life.appends();
    }

    /** Whether it has died. */
    public boolean isCrashed() {
        return life.isDead();
    }

    /**
     * Waits until it has died.
     *
     * @throws AssertionError when it does not within {@link #PATIENCE}
     */
    public void awaitCrash() {
        try {
            life.end().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            sweepUp();
        } catch (TimeoutException alive) {
            throw new AssertionError(
                    "QRT-8004 node " + node() + " did not come to its crash point within " + PATIENCE
                            + "; appends so far=" + appends() + "; check point and operation name",
                    alive);
        } catch (ExecutionException cannotBe) {
            throw new IllegalStateException(cannotBe);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a crash", interrupted);
        }
    }

    /** Another process under this node's name, with the same definitions; this one has to be dead or closed. */
    public TestEngine restart() {
        if (isRunning()) {
            throw new IllegalStateException("node " + node() + " runs; crash or close it first");
        }
        return store.node(settings, definitions);
    }

    /** Shuts down in order, or sweeps up what is left after a crash. */
    @Override
    public void close() {
        if (isCrashed()) {
            sweepUp();
        } else if (closed.compareAndSet(false, true)) {
            parts.close();
        }
        if (ownsStore) {
            ownsStore = false;
            store.close();
        }
    }

    boolean isRunning() {
        return !isCrashed() && !closed.get();
    }

    Passage.NodeView view() {
        return parts;
    }

    /** Nobody waits for the remains of a dead process. */
    private void sweepUp() {
        if (closed.compareAndSet(false, true)) {
            Thread remains = new Thread(parts::close, "querent-test-crashed");
            remains.setDaemon(true);
            remains.start();
        }
    }

    private Optional<StoredSaga> stored(SagaKey saga) {
        return parts.stored().find(saga.id());
    }

    private StoredSaga existing(SagaKey saga) {
        return stored(saga).orElseThrow(() -> new AssertionError("there is no saga " + saga));
    }
}
