package io.querent.testkit.engine;

import io.querent.runtime.EngineSettings;
import io.querent.runtime.call.Calls;
import io.querent.runtime.call.DownstreamView;
import io.querent.runtime.call.Gates;
import io.querent.runtime.call.Workers;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.EngineClock;
import io.querent.runtime.work.EngineCounters;
import io.querent.runtime.work.EngineParts;
import io.querent.runtime.work.JournalCommands;
import io.querent.runtime.work.QuerentEngine;
import io.querent.saga.SagaDefinition;
import io.querent.saga.SagaId;
import io.querent.testkit.store.Backing;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Lock;

/** One engine and all that belongs to its process. */
final class NodeParts implements Passage.NodeView {
    /** Pauses are drawn from zero to a longest; half of the longest, always, can be told in advance. */
    private static final double DRAW = 0.5;

    private final EngineSettings settings;
    private final Backing.Access access;
    private final HeldLeases held = new HeldLeases();
    private final NodeJournal journal;
    private final NodeSlots slots;
    private final TestThreads threads;
    private final TestTimer timer;
    private final Workers workers;
    private final QuerentEngine engine;

    NodeParts(
            Backing backing, EngineSettings settings, List<? extends SagaDefinition<?>> known, Life life, Lock still) {
        this.settings = settings;
        this.access = backing.open();
        this.journal = new NodeJournal(access.journal(), life, held, still);
        this.slots = new NodeSlots(access.slots(), life);
        this.threads = new TestThreads(life);
        this.timer = new TestTimer(backing.clock());
        this.workers = Workers.of(threads, timer);
        Definitions definitions = new Definitions(known);
        PayloadCodec payloads = new PayloadCodec();
        EngineParts parts = new EngineParts(
                settings,
                journal,
                new NodeTransactions(access.transactions(), life, held),
                new JournalCommands(journal, definitions),
                slots,
                payloads,
                workers,
                new Gates(settings.localTransactions(), workers),
                new Calls(payloads, workers),
                new EngineClock(journal.serverTime(), backing.clock()::nanoTime),
                () -> DRAW,
                new EngineCounters());
        this.engine = QuerentEngine.open(parts, definitions);
    }

    QuerentEngine engine() {
        return engine;
    }

    /** What is stored, also after the node's death. */
    SagaJournal stored() {
        return access.journal();
    }

    void close() {
        engine.close();
        access.close();
        workers.close();
    }

    @Override
    public boolean isBusy() {
        return journal.isBusy()
                || threads.underWay() > 0
                || engine.downstreams().values().stream().anyMatch((DownstreamView each) -> each.waiting() > 0);
    }

    @Override
    public Set<SagaId> held() {
        return held.sagas();
    }

    @Override
    public Set<UUID> slotHolders() {
        return slots.holders();
    }

    @Override
    public TestTimer timer() {
        return timer;
    }

    @Override
    public void renew(Duration beyond) {
        access.journal().renew(settings.node(), held.leases(), settings.lease().plus(beyond));
    }
}
