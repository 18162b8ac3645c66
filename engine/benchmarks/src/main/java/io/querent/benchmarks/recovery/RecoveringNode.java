package io.querent.benchmarks.recovery;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.postgres.PostgresEngine;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.work.EngineCounters.Count;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A node in a process of its own, with the heap that the command gave it. Says every second what it does, and ends with its input.
 *
 * <p>Arguments: JDBC URL, lease in seconds, calls and questions that the bank bears a second.
 */
public final class RecoveringNode {
    private static final int CONNECTIONS = 12;

    private RecoveringNode() {}

    /** Runs the node. */
    public static void main(String[] arguments) throws IOException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setMaximumPoolSize(CONNECTIONS);
        AtomicLong traffic = new AtomicLong();
        EngineSettings settings =
                EngineSettings.forNode("survivor").withLease(Duration.ofSeconds(Long.parseLong(arguments[1])));
        int rate = Integer.parseInt(arguments[2]);
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        try (HikariDataSource dataSource = new HikariDataSource(config);
                PostgresEngine node = PostgresEngine.open(
                        dataSource,
                        settings,
                        transactions -> List.of(RecoverySaga.of(rate, traffic::incrementAndGet)))) {
            clock.scheduleAtFixedRate(() -> tell(node, traffic.getAndSet(0)), 1, 1, TimeUnit.SECONDS);
            while (System.in.read() >= 0) {
                // Whoever started this process ends it by closing its input, or by dying.
            }
        } finally {
            clock.shutdownNow();
        }
    }

    private static void tell(PostgresEngine node, long passed) {
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        System.out.printf(
                Locale.ROOT,
                "second traffic=%d heap=%d claimed=%d%n",
                passed,
                heap,
                node.counters().of(Count.SAGAS_CLAIMED));
    }
}
