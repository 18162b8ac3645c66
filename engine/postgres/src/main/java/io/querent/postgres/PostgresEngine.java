package io.querent.postgres;

import io.querent.outbox.MessagePublisher;
import io.querent.outbox.OutboxRelay;
import io.querent.outbox.RelaySettings;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.call.Calls;
import io.querent.runtime.call.Gates;
import io.querent.runtime.call.Workers;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.masking.MaskedFailure;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.EngineClock;
import io.querent.runtime.work.EngineCounters;
import io.querent.runtime.work.EngineParts;
import io.querent.runtime.work.JournalCommands;
import io.querent.runtime.work.QuerentEngine;
import io.querent.saga.SagaDefinition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine on PostgreSQL, put together without a framework: what a plain {@code main} needs. The database must have the schema that
 * {@link PostgresSchema} makes. Thread-safe.
 *
 * <p>{@link #close} stops claiming, waits for calls in flight as long as the settings say, and leaves the data source open.
 */
public final class PostgresEngine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresEngine.class);

    private final PostgresJournal journal;
    private final JdbcLocalTransactions transactions;
    private final Workers workers;
    private final QuerentEngine engine;
    private final @Nullable OutboxRelay relay;

    private PostgresEngine(
            DataSource dataSource,
            EngineSettings settings,
            Function<JdbcLocalTransactions, List<? extends SagaDefinition<?>>> definer,
            @Nullable MessagePublisher publisher,
            RelaySettings relaySettings,
            JournalSettings journalSettings) {
        this.journal = new PostgresJournal(dataSource, journalSettings);
        this.transactions = new JdbcLocalTransactions(dataSource, journal);
        this.workers = Workers.start(settings.callThreads());
        Definitions definitions = new Definitions(definer.apply(transactions));
        PayloadCodec payloads = new PayloadCodec();
        PostgresAdmin admin = new PostgresAdmin(dataSource);
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
                        new EngineCounters())
                .reportingTo(admin.nodes());
        this.engine = QuerentEngine.open(parts, definitions, transactions);
        this.relay = publisher == null
                ? null
                : OutboxRelay.start(journal.outbox(), publisher, relaySettings, MaskedFailure.FOR_LOGS);
        if (publisher == null && !definitions.publishing().isEmpty()) {
            LOG.warn(
                    "no message is sent from this node, as it was opened without a publisher; definitions that publish={}; see that"
                            + " another node sends them",
                    definitions.publishing());
        }
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
        return new PostgresEngine(dataSource, settings, definer, null, RelaySettings.DEFAULT, JournalSettings.DEFAULT);
    }

    /**
     * Opens an engine that also sends what its sagas, and those of other nodes, publish.
     *
     * @param dataSource a pool with at least {@code settings.localTransactions()} + 8 connections
     * @param definer the definitions to run; gets what steps of kind local transaction take their connection from
     * @param publisher hands messages to the broker
     * @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached
     */
    public static PostgresEngine open(
            DataSource dataSource,
            EngineSettings settings,
            Function<JdbcLocalTransactions, List<? extends SagaDefinition<?>>> definer,
            MessagePublisher publisher,
            RelaySettings relaySettings) {
        return open(dataSource, settings, definer, publisher, relaySettings, JournalSettings.DEFAULT);
    }

    /**
     * Opens an engine whose events are written as {@code journal} says, which protects payloads where they are stored.
     *
     * @param dataSource a pool with at least {@code settings.localTransactions()} + 6 connections, and 2 more with a publisher
     * @param definer the definitions to run; gets what steps of kind local transaction take their connection from
     * @param publisher hands messages to the broker; null when another process sends them
     * @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached
     */
    public static PostgresEngine open(
            DataSource dataSource,
            EngineSettings settings,
            Function<JdbcLocalTransactions, List<? extends SagaDefinition<?>>> definer,
            @Nullable MessagePublisher publisher,
            RelaySettings relaySettings,
            JournalSettings journal) {
        return new PostgresEngine(dataSource, settings, definer, publisher, relaySettings, journal);
    }

    /** Starts sagas, finds them, takes in callbacks and decisions. */
    public SagaEngine engine() {
        return engine;
    }

    /**
     * Starts a saga in the transaction that the caller runs on {@code connection}: the start is committed together with what else the
     * caller writes there, or not at all. After the commit any node claims the saga, within its poll interval. The handle throws
     * {@link io.querent.runtime.SagaNotCommittedException} until then.
     *
     * <p>Where another transaction has started the same saga and has not ended, this waits for it, as a second insert of a unique key
     * does.
     *
     * @param connection of the engine's database, not in auto-commit mode
     * @throws SQLException what the database says, such as 40001 where another transaction was in the way: roll back
     * @throws io.querent.runtime.journal.UnfitTransactionException when the connection has no transaction, or a read-only one
     * @throws io.querent.runtime.OperationKeyConflictException when the key was used with another input; the transaction can go on
     */
    public <I> SagaHandle start(Connection connection, SagaDefinition<I> definition, I input) throws SQLException {
        return engine.startIn(new JdbcCallerTransaction(journal, connection, action -> {}), definition, input);
    }

    /** What happened on this node so far. */
    public EngineCounters counters() {
        return engine.counters();
    }

    /** Where the sagas are kept. */
    public PostgresJournal journal() {
        return journal;
    }

    /** What sends messages; empty when this node does not. */
    public Optional<OutboxRelay> relay() {
        return Optional.ofNullable(relay);
    }

    @Override
    public void close() {
        engine.close();
        if (relay != null) {
            relay.close();
        }
        journal.close();
        workers.close();
    }
}
