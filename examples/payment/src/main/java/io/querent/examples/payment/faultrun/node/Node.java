package io.querent.examples.payment.faultrun.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.examples.payment.bankclient.BankClient;
import io.querent.examples.payment.ledger.Ledger;
import io.querent.examples.payment.notice.NoticeBoard;
import io.querent.examples.payment.order.PaymentOrder;
import io.querent.examples.payment.saga.PaymentSaga;
import io.querent.postgres.JdbcLocalTransactions;
import io.querent.postgres.JournalSettings;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.PostgresSlots;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaHandle;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The parts of a node, assembled by hand: a container would take longer to start than a node of a fault run lives. Thread-safe. */
final class Node implements AutoCloseable {
    private static final int CONNECTIONS = 12;
    private static final long CONNECT_MILLIS = 3_000;
    /** Beyond the engine's own limit for the bank, so that what comes late is heard. */
    private static final Duration LISTEN_ON = Duration.ofSeconds(2);

    private static final JournalSettings JOURNAL = JournalSettings.DEFAULT
            .withPauses(Duration.ofMillis(50), Duration.ofSeconds(1))
            .withAnswerLimit(Duration.ofSeconds(5));

    private final HikariDataSource database;
    private final PostgresJournal journal;
    private final Workers workers;
    private final EngineCounters counters = new EngineCounters();
    private final SagaDefinition<PaymentOrder> payment;
    private final QuerentEngine engine;

    private Node(NodeOptions options, HikariDataSource database, PostgresJournal journal, Instant databaseTime) {
        EngineSettings settings = options.engine();
        this.database = database;
        this.journal = journal;
        this.workers = Workers.start(settings.callThreads());
        this.payment = PaymentSaga.define(
                new Ledger(JdbcClient.create(new StepConnections())),
                new BankClient(options::bank, options.bankLimit().plus(LISTEN_ON)),
                options.bankProfile(),
                new NoticeBoard(JdbcClient.create(database), key -> false));
        Definitions definitions = new Definitions(List.of(payment));
        PayloadCodec payloads = new PayloadCodec();
        long offset = options.clockOffset().toNanos();
        this.engine = QuerentEngine.open(
                new EngineParts(
                        settings,
                        journal,
                        new JdbcLocalTransactions(database, journal),
                        new JournalCommands(journal, definitions),
                        new PostgresSlots(database),
                        payloads,
                        workers,
                        new Gates(settings.localTransactions(), workers),
                        new Calls(payloads, workers),
                        new EngineClock(databaseTime, () -> System.nanoTime() + offset),
                        () -> ThreadLocalRandom.current().nextDouble(),
                        counters),
                definitions);
    }

    /** @throws io.querent.runtime.journal.JournalUnavailableException when the database cannot be reached now */
    static Node open(NodeOptions options, String password) {
        HikariDataSource database = new HikariDataSource(pool(options, password));
        PostgresJournal journal = new PostgresJournal(database, JOURNAL);
        try {
            return new Node(options, database, journal, journal.serverTime());
        } catch (RuntimeException away) {
            journal.close();
            database.close();
            throw away;
        }
    }

    CompletionStage<SagaHandle> pay(PaymentOrder order) {
        return engine.startAsync(payment, order);
    }

    EngineCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        engine.close();
        journal.close();
        workers.close();
        database.close();
    }

    private static HikariConfig pool(NodeOptions options, String password) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(options.name());
        config.setJdbcUrl(options.databaseUrl());
        config.setPassword(password);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(2);
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setInitializationFailTimeout(-1);
        config.addDataSourceProperty("socketTimeout", "15");
        config.addDataSourceProperty("ApplicationName", options.name());
        return config;
    }
}
