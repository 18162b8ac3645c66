package io.querent.spring.engine;

import io.querent.outbox.OutboxRelay;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.PostgresSlots;
import io.querent.runtime.archive.DirectoryArchive;
import io.querent.runtime.bulk.BulkRunner;
import io.querent.runtime.bulk.BulkWork;
import io.querent.runtime.call.Calls;
import io.querent.runtime.call.Gates;
import io.querent.runtime.call.Workers;
import io.querent.runtime.retention.RetentionRunner;
import io.querent.runtime.work.EngineClock;
import io.querent.runtime.work.EngineCounters;
import io.querent.runtime.work.EngineParts;
import io.querent.runtime.work.QuerentEngine;
import io.querent.spring.RetentionProperties;
import io.querent.spring.axon.AxonShell;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** An engine that works, and what lives and ends with it. */
record RunningEngine(
        QuerentEngine engine,
        Optional<OutboxRelay> relay,
        Optional<BulkRunner> bulk,
        Optional<RetentionRunner> retention,
        AxonShell axon,
        Workers workers)
        implements AutoCloseable {

    /** The command bus first: the engine sends late answers by it. What was begun is ended when the rest fails. */
    static RunningEngine start(EngineStart from, Workers workers) {
        try {
            EngineClock clock = new EngineClock(from.journal().serverTime(), System::nanoTime);
            from.axon().start();
            QuerentEngine engine = QuerentEngine.open(parts(from, workers, clock), from.definitions(), from.callers());
            return new RunningEngine(
                    engine,
                    from.outbox().run(from.journal().outbox()),
                    bulk(from, clock),
                    retention(from),
                    from.axon(),
                    workers);
        } catch (RuntimeException | Error failure) {
            from.axon().stop();
            workers.close();
            throw failure;
        }
    }

    private static Optional<BulkRunner> bulk(EngineStart from, EngineClock clock) {
        if (!from.properties().bulk().enabled()) {
            return Optional.empty();
        }
        PostgresAdmin admin =
                new PostgresAdmin(from.database().dataSource(), from.settings().secondPerson());
        return Optional.of(BulkRunner.start(new BulkWork(
                admin.bulkJobs(), from.journal().mailbox(), from.settings().node(), clock)));
    }

    private static Optional<RetentionRunner> retention(EngineStart from) {
        RetentionProperties retention = from.properties().retention();
        return retention.enabled()
                ? Optional.of(RetentionRunner.start(
                        new PostgresAdmin(from.database().dataSource()).retention(),
                        retention.policy(),
                        new DirectoryArchive(retention.archiveDirectory()),
                        from.settings().node(),
                        retention.every()))
                : Optional.empty();
    }

    private static EngineParts parts(EngineStart from, Workers workers, EngineClock clock) {
        return new EngineParts(
                        from.settings(),
                        from.journal(),
                        from.transactions(),
                        from.axon().running().outsideCommands(),
                        new PostgresSlots(from.database().dataSource()),
                        from.payloads(),
                        workers,
                        new Gates(from.settings().localTransactions(), workers),
                        new Calls(from.payloads(), workers),
                        clock,
                        () -> ThreadLocalRandom.current().nextDouble(),
                        new EngineCounters())
                .reportingTo(new PostgresAdmin(from.database().dataSource()).nodes());
    }

    /** Drains: returns when no saga runs here any more and no message is being sent, or the grace has run out. */
    @Override
    public void close() {
        try {
            retention.ifPresent(RetentionRunner::close);
            bulk.ifPresent(BulkRunner::close);
            engine.close();
        } finally {
            relay.ifPresent(OutboxRelay::close);
            axon.stop();
            workers.close();
        }
    }
}
