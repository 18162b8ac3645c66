package io.querent.benchmarks.recovery;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.server.Server;
import io.querent.postgres.PostgresJournal;
import io.querent.postgres.PostgresSchema;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets a node with a small heap take over what a dead one had in flight, among very many that wait. */
@Command(
        name = "recovery",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Fills a database with waiting sagas and with sagas in flight on a node that is dead, starts one node"
                        + " with a small heap, and measures takeover, heap and what the downstream feels of it.")
public final class RecoveryCommand implements Callable<Integer> {
    private static final int CONNECTIONS = 8;
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);
    private static final long MEGABYTE = 1024L * 1024;

    @Option(names = "--waiting", defaultValue = "1000000", description = "Sagas that wait. Default ${DEFAULT-VALUE}")
    private int waiting = 1_000_000;

    @Option(names = "--in-flight", defaultValue = "10000", description = "Sagas in flight. Default ${DEFAULT-VALUE}")
    private int inFlight = 10_000;

    @Option(names = "--heap", defaultValue = "256m", description = "Heap of the node. Default ${DEFAULT-VALUE}")
    private String heap = "256m";

    @Option(names = "--lease", defaultValue = "15", description = "Lease in seconds. Default ${DEFAULT-VALUE}")
    private int leaseSeconds = 15;

    @Option(
            names = "--rate",
            defaultValue = "500",
            description = "What the bank bears a second. Default ${DEFAULT-VALUE}")
    private int rate = 500;

    @Option(names = "--limit", defaultValue = "300", description = "Seconds until giving up. Default ${DEFAULT-VALUE}")
    private int limitSeconds = 300;

    private final PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());

    @Override
    public Integer call() throws Exception {
        try (Server server = Server.start();
                HikariDataSource dataSource = server.connect(CONNECTIONS)) {
            PostgresSchema.migrate(dataSource);
            Duration lease = Duration.ofSeconds(leaseSeconds);
            fill(dataSource, lease);
            long begun = System.nanoTime();
            try (NodeProcess node = NodeProcess.start(heap, dataSource.getJdbcUrl(), lease, rate)) {
                Takeover takeover = watch(dataSource, node, begun);
                return report(takeover, node.seconds(), node.isAlive(), lease);
            }
        }
    }

    private void fill(HikariDataSource dataSource, Duration lease) throws InterruptedException {
        long begun = System.nanoTime();
        try (PostgresJournal journal = new PostgresJournal(dataSource)) {
            Filling filling = new Filling(journal, RecoverySaga.of(rate, () -> {}));
            filling.waiting(waiting);
            out.printf("%,d sagas wait; stored in %.1f s%n", waiting, seconds(begun));
            filling.inFlight(inFlight, lease);
            out.printf("%,d sagas are in flight on a node that is dead; its leases last %s more%n", inFlight, lease);
        }
    }

    /** Seconds from the node's start until the last saga was taken over, and until the last had ended; negative when never. */
    private record Takeover(double takenOver, double ended, long withoutWakeUp) {}

    private Takeover watch(HikariDataSource dataSource, NodeProcess node, long begun)
            throws SQLException, InterruptedException {
        double takenOver = -1;
        CountDownLatch never = new CountDownLatch(1);
        while (seconds(begun) < limitSeconds && node.isAlive()) {
            Progress progress = Progress.of(dataSource);
            if (takenOver < 0 && progress.stillWithTheDead() == 0) {
                takenOver = seconds(begun);
            }
            if (progress.ended() == inFlight) {
                return new Takeover(takenOver, seconds(begun), progress.withoutWakeUp());
            }
            never.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
        return new Takeover(takenOver, -1, Progress.of(dataSource).withoutWakeUp());
    }

    private int report(Takeover takeover, List<NodeProcess.Second> seconds, boolean alive, Duration lease) {
        long traffic = seconds.stream().mapToLong(NodeProcess.Second::traffic).sum();
        long peak =
                seconds.stream().mapToLong(NodeProcess.Second::traffic).max().orElse(0);
        long memory =
                seconds.stream().mapToLong(NodeProcess.Second::heapBytes).max().orElse(0);
        boolean inTime = takeover.takenOver >= 0 && takeover.takenOver <= 2.0 * lease.toSeconds();
        // A second of ours begins anywhere in a second of the limiter's.
        boolean polite = peak <= rate * 1.5;
        out.printf("node with a heap of %s: %s%n", heap, alive ? "lives" : "DIED");
        out.printf(
                "last saga taken over   %6.1f s after the node's start (2 leases = %d s)%n",
                takeover.takenOver, 2 * lease.toSeconds());
        out.printf("last saga ended        %6.1f s after the node's start%n", takeover.ended);
        out.printf("highest heap in use    %6d MiB%n", memory / MEGABYTE);
        out.printf("questions and calls    %6d for %d sagas%n", traffic, inFlight);
        out.printf("most in a second       %6d (the bank bears %d)%n", peak, rate);
        out.printf("without a wake-up      %6d%n", takeover.withoutWakeUp);
        boolean holds = alive && inTime && polite && takeover.ended >= 0 && takeover.withoutWakeUp == 0;
        out.println(holds ? "holds" : "DOES NOT HOLD");
        return holds ? 0 : 1;
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }
}
