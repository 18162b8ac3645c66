package io.querent.postgres.cases;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.postgres.JdbcLocalTransactions;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.PostgresSlots;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.call.Calls;
import io.querent.runtime.call.Gates;
import io.querent.runtime.call.Workers;
import io.querent.runtime.codec.PayloadCodec;
import io.querent.runtime.slots.SlotLedger;
import io.querent.runtime.work.Definitions;
import io.querent.runtime.work.EngineClock;
import io.querent.runtime.work.EngineCounters;
import io.querent.runtime.work.EngineParts;
import io.querent.runtime.work.JournalCommands;
import io.querent.runtime.work.QuerentEngine;
import io.querent.saga.SagaDefinition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** One engine process' worth of parts, in this JVM, on a real database. */
final class Node implements AutoCloseable {
    final HikariDataSource dataSource;
    final PostgresJournal journal;
    final JdbcLocalTransactions transactions;
    final QuerentEngine engine;
    final EngineParts parts;

    /** What a definition may need of the node that runs it. */
    interface Definer extends Function<JdbcLocalTransactions, List<SagaDefinition<?>>> {}

    private boolean closed;

    private Node(
            EngineSettings settings,
            String url,
            int connections,
            Definer definer,
            CrashPoint crash,
            UnaryOperator<SlotLedger> around) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("postgres");
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(5_000);
        this.dataSource = new HikariDataSource(config);
        this.journal = new PostgresJournal(dataSource);
        this.transactions = new JdbcLocalTransactions(dataSource, journal);
        Definitions definitions = new Definitions(definer.apply(transactions));
        Workers workers = Workers.start(settings.callThreads());
        PayloadCodec payloads = new PayloadCodec();
        this.parts = new EngineParts(
                settings,
                crash.around(journal),
                crash.around(transactions),
                new JournalCommands(crash.around(journal), definitions),
                around.apply(crash.around(new PostgresSlots(dataSource))),
                payloads,
                workers,
                new Gates(settings.localTransactions(), workers),
                new Calls(payloads, workers),
                new EngineClock(journal.serverTime(), System::nanoTime),
                () -> ThreadLocalRandom.current().nextDouble(),
                new EngineCounters());
        this.engine = QuerentEngine.open(parts, definitions);
    }

    static Node open(String name, String url, SagaDefinition<?>... definitions) {
        return open(settings(name), url, 10, transactions -> List.of(definitions));
    }

    static Node open(EngineSettings settings, String url, int connections, Definer definer) {
        return new Node(settings, url, connections, definer, CrashPoint.NEVER, slots -> slots);
    }

    /** A node whose way to the slots is the given one. */
    static Node open(String name, String url, UnaryOperator<SlotLedger> around, SagaDefinition<?>... definitions) {
        return new Node(settings(name), url, 10, transactions -> List.of(definitions), CrashPoint.NEVER, around);
    }

    /** A node that dies at the given point. */
    static Node doomed(EngineSettings settings, String url, CrashPoint crash, SagaDefinition<?>... definitions) {
        return new Node(settings, url, 3, transactions -> List.of(definitions), crash, slots -> slots);
    }

    /** Settings with times short enough for tests. */
    static EngineSettings settings(String name) {
        return EngineSettings.forNode(name)
                .withLease(Duration.ofSeconds(2))
                .withPollInterval(Duration.ofMillis(50))
                .withDrainGrace(Duration.ofSeconds(5));
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        engine.close();
        journal.close();
        parts.workers().close();
        dataSource.close();
    }

    /** The process is gone from one moment to the next: nothing is written any more, calls in flight go on unheard. */
    void crash() {
        closed = true;
        dataSource.close();
        Thread remains = new Thread(
                () -> {
                    journal.close();
                    engine.close();
                    parts.workers().close();
                },
                "crashed-node");
        remains.setDaemon(true);
        remains.start();
    }
}
