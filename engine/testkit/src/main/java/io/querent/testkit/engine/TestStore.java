package io.querent.testkit.engine;

import io.querent.runtime.EngineSettings;
import io.querent.runtime.journal.EventLog;
import io.querent.saga.SagaDefinition;
import io.querent.testkit.memory.MemoryBacking;
import io.querent.testkit.store.Backing;
import io.querent.testkit.store.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A store that several engines share, as the nodes of a cluster share a database, and the clock that they all go by. Thread-safe, but time
 * is moved by one thread at a time.
 *
 * <pre>{@code
 * TestStore store = TestStore.inMemory();
 * FakeBank bank = FakeBank.by(store.clock());
 * TestEngine a = store.node("a", payment(bank));
 * TestEngine b = store.node("b", payment(bank));
 * }</pre>
 */
public final class TestStore implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(10);
    private static final Duration GRACE = Duration.ofMillis(500);
    private static final Duration START = Duration.ofSeconds(10);

    private final Backing backing;
    private final Activity activity = new Activity();
    private final List<TestEngine> nodes = new CopyOnWriteArrayList<>();
    private final Passage passage;

    private TestStore(Backing backing) {
        this.backing = backing;
        this.passage = new Passage(
                backing,
                activity,
                () -> nodes.stream()
                        .filter(TestEngine::isRunning)
                        .map(TestEngine::view)
                        .toList());
    }

    /** A store in memory whose clock shows the time of the machine. */
    public static TestStore inMemory() {
        return inMemory(Instant.now());
    }

    /** A store in memory whose clock shows {@code start} and runs from there. */
    public static TestStore inMemory(Instant start) {
        return on(new MemoryBacking(new TestClock(start)));
    }

    /** A store on what the caller has opened; it is closed with the store. */
    public static TestStore on(Backing backing) {
        return new TestStore(backing);
    }

    /** The time that engines and store go by. */
    public InstantSource clock() {
        return backing.clock();
    }

    /** All events of all sagas. */
    public EventLog log() {
        return backing.log();
    }

    /**
     * Opens an engine on this store.
     *
     * @param name the node's name; unique among the running nodes
     */
    public TestEngine node(String name, SagaDefinition<?>... definitions) {
        return node(settings(name), List.of(definitions));
    }

    /** Opens an engine with settings of the caller's, best made from {@link #settings}. */
    public TestEngine node(EngineSettings settings, List<? extends SagaDefinition<?>> definitions) {
        if (nodes.stream().anyMatch(each -> each.isRunning() && each.node().equals(settings.node()))) {
            throw new IllegalArgumentException("a node named " + settings.node()
                    + " is running; give this one another name, or crash or close that one first");
        }
        TestEngine engine = new TestEngine(this, settings, definitions);
        nodes.add(engine);
        return engine;
    }

    /** Settings that suit tests: as in production, a lease of 15 s, but quick to look and to shut down. */
    public static EngineSettings settings(String node) {
        return EngineSettings.forNode(node)
                .withPollInterval(POLL)
                .withDrainGrace(GRACE)
                .withStartTimeout(START);
    }

    /**
     * Lets time pass: the clock goes from one due time to the next, and at each the running engines do what there is to do. Returns when
     * they have, or wait for something outside. A crashed engine's leases run out meanwhile, those of running engines do not.
     *
     * @throws IllegalStateException when so much comes due that a minute of the machine's time is not enough
     */
    public void advance(Duration by) {
        passage.advance(by);
    }

    /** Waits until the engines have done what there is to do now. */
    public void settle() {
        passage.awaitQuiet(true);
    }

    /** Closes the engines and forgets what is stored. */
    @Override
    public void close() {
        nodes.forEach(TestEngine::close);
        backing.close();
    }

    Backing backing() {
        return backing;
    }

    Activity activity() {
        return activity;
    }

    Passage passage() {
        return passage;
    }
}
