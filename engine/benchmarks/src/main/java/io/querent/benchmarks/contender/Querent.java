package io.querent.benchmarks.contender;

import io.querent.decision.SagaStatus;
import io.querent.postgres.JdbcLocalTransactions;
import io.querent.postgres.JournalCounters;
import io.querent.postgres.JournalSettings;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.PostgresSlots;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.SagaResult;
import io.querent.runtime.call.Calls;
import io.querent.runtime.call.Gates;
import io.querent.runtime.call.Workers;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.EngineClock;
import io.querent.runtime.work.EngineCounters;
import io.querent.runtime.work.EngineParts;
import io.querent.runtime.work.JournalCommands;
import io.querent.runtime.work.QuerentEngine;
import io.querent.saga.SagaDefinition;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/** The engine with its journal, assembled as an application would do it. Thread-safe. */
public final class Querent implements Contender {
    /** The engine's own choice. */
    public static final String SCHEMA = "querent";

    private final Variant variant;
    private final SagaDefinition<Order> definition;
    private final PostgresJournal journal;
    private final Workers workers;
    private final QuerentEngine engine;

    /** Opens an engine on a database that has the schema. */
    public Querent(DataSource dataSource, Variant variant, JournalSettings journalSettings) {
        EngineSettings settings = EngineSettings.forNode("benchmark");
        this.variant = variant;
        this.definition = OrderSaga.of(variant);
        this.journal = new PostgresJournal(dataSource, journalSettings);
        this.workers = Workers.start(settings.callThreads());
        Definitions definitions = new Definitions(List.of(definition));
        PayloadCodec payloads = new PayloadCodec();
        this.engine = QuerentEngine.open(
                new EngineParts(
                        settings,
                        journal,
                        new JdbcLocalTransactions(dataSource, journal),
                        new JournalCommands(journal, definitions),
                        new PostgresSlots(dataSource),
                        payloads,
                        workers,
                        new Gates(settings.localTransactions(), workers),
                        new Calls(payloads, workers),
                        new EngineClock(journal.serverTime(), System::nanoTime),
                        () -> ThreadLocalRandom.current().nextDouble(),
                        new EngineCounters()),
                definitions);
    }

    @Override
    public String name() {
        return "querent";
    }

    @Override
    public String schema() {
        return SCHEMA;
    }

    @Override
    public void run(Order order) throws Exception {
        if (variant == Variant.D) {
            CompletionStage<SagaHandle> other = engine.startAsync(definition, order);
            expectEnd(engine.start(definition, order));
            expectEnd(other.toCompletableFuture().get());
        } else {
            expectEnd(engine.start(definition, order));
        }
    }

    @Override
    public int mostInFlight() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean likesVirtualThreads() {
        return true;
    }

    @Override
    public Appends appends() {
        JournalCounters counters = journal.counters();
        return new Appends(counters.appends(), counters.commits());
    }

    @Override
    public void close() {
        engine.close();
        journal.close();
        workers.close();
    }

    private void expectEnd(SagaHandle handle) throws Exception {
        SagaResult result = handle.result().toCompletableFuture().get();
        SagaStatus expected = variant == Variant.F ? SagaStatus.COMPENSATED : SagaStatus.COMPLETED;
        if (result.status() != expected) {
            throw new IllegalStateException("saga " + handle.key() + " ended as " + result.status());
        }
    }
}
