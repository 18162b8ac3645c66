package io.querent.postgres;

import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaEngine;
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
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * An engine on PostgreSQL, put together without a framework: what a plain {@code main} needs. The database must have the schema that
 * {@link PostgresSchema} makes. Thread-safe.
 *
 * <p>{@link #close} stops claiming, waits for calls in flight as long as the settings say, and leaves the data source open.
 */
public final class PostgresEngine implements AutoCloseable {
    private final PostgresJournal journal;
    private final JdbcLocalTransactions transactions;
    private final Workers workers;
    private final QuerentEngine engine;

    private PostgresEngine(
            DataSource dataSource,
            EngineSettings settings,
            Function<JdbcLocalTransactions, List<? extends SagaDefinition<?>>> definer) {
        this.journal = new PostgresJournal(dataSource);
        this.transactions = new JdbcLocalTransactions(dataSource, journal);
        this.workers = Workers.start(settings.callThreads());
        Definitions definitions = new Definitions(definer.apply(transactions));
        PayloadCodec payloads = new PayloadCodec();
        EngineParts parts = new EngineParts(
                settings,
                journal,
                transactions,
                new JournalCommands(journal, definitions),
                new PostgresSlots(dataSource),
                payloads,
                workers,
                new Gates(settings.localTransactions(), workers),
                new Calls(payloads, workers),
                new EngineClock(journal.serverTime(), System::nanoTime),
                () -> ThreadLocalRandom.current().nextDouble(),
                new EngineCounters());
        this.engine = QuerentEngine.open(parts, definitions);
    }

    /**
     * Opens an engine and begins to work.
     *
     * @param dataSource a pool with at least {@code settings.localTransactions()} + 6 connections
     * @param definer the definitions to run; gets what steps of kind local transaction take their connection from
     * @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached
     */
    public static PostgresEngine open(
            DataSource dataSource,
            EngineSettings settings,
            Function<JdbcLocalTransactions, List<? extends SagaDefinition<?>>> definer) {
        return new PostgresEngine(dataSource, settings, definer);
    }

    /** Starts sagas, finds them, takes in callbacks and decisions. */
    public SagaEngine engine() {
        return engine;
    }

    /** What happened on this node so far. */
    public EngineCounters counters() {
        return engine.counters();
    }

    /** Where the sagas are kept. */
    public PostgresJournal journal() {
        return journal;
    }

    @Override
    public void close() {
        engine.close();
        journal.close();
        workers.close();
    }
}
