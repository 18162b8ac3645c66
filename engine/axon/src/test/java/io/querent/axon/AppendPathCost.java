package io.querent.axon;

import com.sun.management.OperatingSystemMXBean;
import io.querent.decision.Decider;
import io.querent.decision.Decision;
import io.querent.decision.SagaCommand;
import io.querent.decision.SagaState;
import io.querent.postgres.PostgresEventLog;
import io.querent.postgres.PostgresJournal;
import io.querent.runtime.journal.Appends;
import io.querent.runtime.journal.EventLog;
import io.querent.runtime.journal.Guard;
import io.querent.runtime.journal.Possession;
import io.querent.runtime.journal.SagaJournal;
import io.querent.runtime.work.Definitions;
import io.querent.saga.SagaKey;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import javax.sql.DataSource;
import org.axonframework.commandhandling.gateway.CommandGateway;
import org.axonframework.common.Registration;
import org.axonframework.common.caching.Cache;
import org.axonframework.config.AggregateConfigurer;
import org.axonframework.config.Configuration;
import org.axonframework.config.DefaultConfigurer;
import org.jspecify.annotations.Nullable;

/**
 * What a command costs this JVM in processor time, on each way to the journal: by Axon's bus and aggregate, with and without
 * cache, and directly as the owner's worker goes. Not a test; run its main method.
 */
final class AppendPathCost {
    private static final int THREADS = 16;
    private static final int SAGAS_PER_THREAD = 40;
    private static final int COMMANDS_PER_SAGA = 6;
    private static final int WARM_UP_ROUNDS = 6;
    private static final int ROUNDS = 7;
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Instant LATER = Owner.START.plusSeconds(60);
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final SagaJournal journal;
    private final EventLog log;
    private final Owner owner;

    private AppendPathCost(SagaJournal journal, EventLog log) {
        this.journal = journal;
        this.log = log;
        this.owner = new Owner(journal);
    }

    /** Sends the commands of one saga. */
    private interface Path {
        void run(SagaKey saga);
    }

    /** Microseconds of this process's processors, and commands a second. */
    private record Cost(double micros, double perSecond) {}

    public static void main(String[] arguments) throws Exception {
        DataSource database = TestDatabase.emptied();
        MapJournal memory = new MapJournal(null);
        new AppendPathCost(memory, memory).report("memory");
        try (PostgresJournal journal = new PostgresJournal(database)) {
            MapJournal readFromMemory = new MapJournal(journal);
            new AppendPathCost(readFromMemory, readFromMemory).report("PostgreSQL, read from memory");
            new AppendPathCost(journal, new PostgresEventLog(database)).report("PostgreSQL");
        }
        System.exit(0);
    }

    private void report(String storage) throws Exception {
        Configuration plain = axon(null);
        Configuration cached = axon(new MapCache());
        Map<String, Path> paths = new LinkedHashMap<>();
        paths.put("a) bus, aggregate loaded", saga -> byBus(plain.commandGateway(), saga));
        paths.put("b) bus, aggregate cached", saga -> byBus(cached.commandGateway(), saga));
        paths.put("c) direct, as the owner", this::direct);
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int i = 0; i < WARM_UP_ROUNDS + ROUNDS; i++) {
            for (Map.Entry<String, Path> path : paths.entrySet()) {
                Cost cost = measure(path.getValue());
                if (i >= WARM_UP_ROUNDS) {
                    costs.computeIfAbsent(path.getKey(), name -> new ArrayList<>())
                            .add(cost);
                }
            }
        }
        double direct = median(costs.get("c) direct, as the owner"), Cost::micros);
        costs.forEach((name, each) -> System.out.printf(
                "%s | %s | %.0f us CPU a command (%.1f x direct) | %.0f commands/s%n",
                storage,
                name,
                median(each, Cost::micros),
                median(each, Cost::micros) / direct,
                median(each, Cost::perSecond)));
        plain.shutdown();
        cached.shutdown();
    }

    private Cost measure(Path path) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<SagaKey> sagas = newSagas(threads);
        List<Future<?>> running = new ArrayList<>();
        long cpu = PROCESS.getProcessCpuTime();
        long start = System.nanoTime();
        for (int thread = 0; thread < THREADS; thread++) {
            List<SagaKey> own = sagas.subList(thread * SAGAS_PER_THREAD, (thread + 1) * SAGAS_PER_THREAD);
            running.add(threads.submit(() -> own.forEach(path::run)));
        }
        for (Future<?> each : running) {
            each.get();
        }
        double commands = THREADS * SAGAS_PER_THREAD * COMMANDS_PER_SAGA;
        Cost cost = new Cost(
                (PROCESS.getProcessCpuTime() - cpu) / 1_000.0 / commands,
                commands / ((System.nanoTime() - start) / 1e9));
        threads.shutdown();
        return cost;
    }

    private List<SagaKey> newSagas(ExecutorService threads) throws Exception {
        String name = "saga-" + NAMES.incrementAndGet() + "-";
        List<Future<SagaKey>> starting = new ArrayList<>();
        for (int saga = 0; saga < THREADS * SAGAS_PER_THREAD; saga++) {
            String number = name + saga;
            starting.add(threads.submit(() -> owner.unknown(number)));
        }
        List<SagaKey> sagas = new ArrayList<>();
        for (Future<SagaKey> each : starting) {
            sagas.add(each.get());
        }
        return sagas;
    }

    private static void byBus(CommandGateway gateway, SagaKey saga) {
        for (int i = 0; i < COMMANDS_PER_SAGA; i++) {
            Decision decision = gateway.sendAndWait(new SagaBusCommand.WakeSaga(saga, wake(i)));
            requireAccepted(decision);
        }
    }

    /** The owner reads a saga once and keeps its state. */
    private void direct(SagaKey saga) {
        SagaState state = journal.find(saga.id()).orElseThrow().state();
        for (int i = 0; i < COMMANDS_PER_SAGA; i++) {
            Decision.Accepted accepted = requireAccepted(Decider.decide(Payments.DEFINITION, state, wake(i)));
            journal.append(Appends.of(
                            Payments.DEFINITION,
                            new Guard.Owned(Owner.NODE, 1, state.version()),
                            state,
                            accepted.events(),
                            accepted.state(),
                            new Possession.Keep()))
                    .toCompletableFuture()
                    .join();
            state = accepted.state();
        }
    }

    private Configuration axon(@Nullable Cache cache) {
        AggregateConfigurer<SagaAggregate> aggregate = AggregateConfigurer.defaultConfiguration(SagaAggregate.class);
        if (cache != null) {
            aggregate.configureCache(parts -> cache);
        }
        return DefaultConfigurer.defaultConfiguration(false)
                .configureSerializer(parts -> new QuerentSerializer())
                .registerComponent(Definitions.class, parts -> Payments.DEFINITIONS)
                .configureCommandBus(parts -> new SagaCommandBus())
                .configureEmbeddedEventStore(parts -> new JournalEventStorageEngine(journal, log, Payments.DEFINITIONS))
                .configureAggregate(aggregate)
                .start();
    }

    private static Decision.Accepted requireAccepted(Decision decision) {
        if (decision instanceof Decision.Accepted accepted) {
            return accepted;
        }
        throw new IllegalStateException("" + decision);
    }

    private static SagaCommand.WakeSaga wake(int number) {
        return new SagaCommand.WakeSaga("ada", "the bank is back", "request-" + number, LATER);
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> figure) {
        return costs.stream().mapToDouble(figure).sorted().toArray()[costs.size() / 2];
    }

    /** Forgets nothing: the best that a cache can do. */
    private static final class MapCache implements Cache {
        private final Map<Object, Object> entries = new ConcurrentHashMap<>();

        @Override
        @SuppressWarnings("unchecked")
        public <K, V> V get(K key) {
            return (V) entries.get(key);
        }

        @Override
        public void put(Object key, Object value) {
            entries.put(key, value);
        }

        @Override
        public boolean putIfAbsent(Object key, Object value) {
            return entries.putIfAbsent(key, value) == null;
        }

        @Override
        public boolean remove(Object key) {
            return entries.remove(key) != null;
        }

        @Override
        public boolean containsKey(Object key) {
            return entries.containsKey(key);
        }

        @Override
        public Registration registerCacheEntryListener(EntryListener listener) {
            return () -> true;
        }
    }
}
