package io.querent.examples.payment.faultrun.failover;

import io.querent.examples.payment.faultrun.cluster.ClusterPrograms;
import io.querent.examples.payment.faultrun.cluster.ClusterTiming;
import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.run.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of failover runs. */
@Command(
        name = "failover-run",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        version = "Querent payment example",
        usageHelpAutoWidth = true,
        description = {
            "Runs payments on three nodes and a PostgreSQL cluster of three members under Patroni, with synchronous replication;"
                    + " kills the primary again and again, and proves by the books that no payment was lost or made twice.",
            "Needs Debian's packages patroni, etcd-server and postgresql.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all books agree, nothing is lost, nothing is stuck",
            " 1:something is wrong, or the run could not be carried out; seed and directory are printed",
            " 2:the command line makes no sense",
            " 3:something is not installed; what, and how to get it, is printed"
        })
public final class FailoverRunCommand implements Callable<Integer> {
    private static final int WRONG = 1;
    private static final int NOT_INSTALLED = 3;
    private static final double NANOS_A_SECOND = 1e9;
    private static final int MOST_SEEDS = 1_000_000;

    private final Console console;

    @Option(names = "--kills", description = "How many primaries are killed. Default: ${DEFAULT-VALUE}.")
    private int kills = 10;

    @Option(names = "--seed", description = "Draws orders and the bank's faults. Default: another each time.")
    private @Nullable Long seed;

    @Option(names = "--rate", description = "New payments a second. Default: ${DEFAULT-VALUE}.")
    private int rate = 10;

    @Option(
            names = "--ttl",
            paramLabel = "SECONDS",
            description = "How long a dead primary counts as alive, 20 or more. Default: ${DEFAULT-VALUE}.")
    private int ttlSeconds = 20;

    @Option(
            names = "--settle",
            paramLabel = "SECONDS",
            description = "How long everything may take to settle after the last kill. Default: ${DEFAULT-VALUE}.")
    private int settleSeconds = 180;

    @Option(
            names = "--faults",
            description = "What the bank does wrong by itself: " + Faults.FORMS + ". Default: ${DEFAULT-VALUE}.")
    private String faults = "none";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Keep data, logs and both forms of the report there, an empty directory. Default: a new one, deleted"
                            + " after a clean run.")
    private @Nullable Path data;

    @Option(names = "--json", description = "Print the report as JSON.")
    private boolean json;

    private FailoverRunCommand(Console console) {
        this.console = console;
    }

    /** Starts the program. */
    public static void main(String[] arguments) {
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", "io/querent/examples/payment/quiet-logback.xml");
        }
        System.exit(new CommandLine(new FailoverRunCommand(Console.ofProcess())).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ClusterPrograms programs;
        try {
            programs = ClusterPrograms.find();
        } catch (IOException missing) {
            console.notice(String.valueOf(missing.getMessage()));
            return NOT_INSTALLED;
        }
        long chosen = seed == null ? ThreadLocalRandom.current().nextInt(MOST_SEEDS) : seed;
        FailoverRun run;
        try {
            run = new FailoverRun(
                    chosen, kills, rate, Duration.ofSeconds(settleSeconds), faults, ClusterTiming.within(ttlSeconds));
        } catch (IllegalArgumentException senseless) {
            console.notice(String.valueOf(senseless.getMessage()));
            return CommandLine.ExitCode.USAGE;
        }
        Path directory = data == null ? Files.createTempDirectory("querent-failover-run-") : data;
        admit(directory);
        console.notice("Seed " + chosen + "; data and logs in " + directory);
        FailoverReport report;
        try {
            long begun = System.nanoTime();
            report = run.in(
                    directory,
                    programs,
                    notice -> console.notice(String.format(
                            Locale.ROOT, "%7.1f s  %s", (System.nanoTime() - begun) / NANOS_A_SECOND, notice)));
        } catch (IOException | RuntimeException failure) {
            console.notice("Cannot go on: " + failure + "; seed=" + chosen + ", data and logs kept in " + directory);
            return WRONG;
        }
        Files.writeString(directory.resolve("report.txt"), String.join("\n", report.lines()) + "\n");
        Files.writeString(directory.resolve("report.json"), report.json() + "\n");
        (json ? List.of(report.json()) : report.lines()).forEach(console::line);
        if (!report.isClean()) {
            console.notice("Not clean; seed=" + chosen + ", data and logs kept in " + directory);
            return WRONG;
        }
        if (data == null) {
            delete(directory);
        }
        return CommandLine.ExitCode.OK;
    }

    /** The cluster's user, whoever that is, has to get through to the cluster's directory, which is closed to all others. */
    private static void admit(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
