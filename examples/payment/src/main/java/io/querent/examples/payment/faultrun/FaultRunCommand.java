package io.querent.examples.payment.faultrun;

import io.querent.examples.payment.faultrun.verdict.FaultReport;
import io.querent.examples.payment.faults.Faults;
import io.querent.examples.payment.run.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** The command line of fault runs. */
@Command(
        name = "fault-run",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        version = "Querent payment example",
        usageHelpAutoWidth = true,
        description = {
            "Runs payments on three nodes while nodes, bank and database are killed, stopped and cut off, and proves by the"
                    + " books that each was paid once.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all books agree, nothing is lost, nothing is stuck",
            " 1:something is wrong, or the run could not be carried out; seed and directory are printed",
            " 2:the command line makes no sense"
        })
public final class FaultRunCommand implements Callable<Integer> {
    private static final int WRONG = 1;
    private static final int SECONDS_A_MINUTE = 60;
    private static final double NANOS_A_SECOND = 1e9;
    private static final int MOST_SEEDS = 1_000_000;

    private final Console console;

    @Option(names = "--minutes", description = "How long it storms; fractions allowed. Default: ${DEFAULT-VALUE}.")
    private double minutes = 2;

    @Option(
            names = "--seed",
            description = "Draws injections, orders and the bank's faults. Default: another each time.")
    private @Nullable Long seed;

    @Option(names = "--rate", description = "New payments a second. Default: ${DEFAULT-VALUE}.")
    private int rate = 20;

    @Option(
            names = "--settle",
            paramLabel = "SECONDS",
            description = "How long everything may take to settle after the storm. Default: ${DEFAULT-VALUE}.")
    private int settleSeconds = 120;

    @Option(
            names = "--faults",
            description = "What the bank does wrong by itself: " + Faults.FORMS + ". Default: ${DEFAULT-VALUE}.")
    private String faults = "few";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "Keep data and logs there, an empty directory. Default: a new one, deleted after a clean run.")
    private @Nullable Path data;

    @Option(names = "--json", description = "Print the report as JSON.")
    private boolean json;

    private FaultRunCommand(Console console) {
        this.console = console;
    }

    /** Starts the program. */
    public static void main(String[] arguments) {
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", "io/querent/examples/payment/quiet-logback.xml");
        }
        System.exit(new CommandLine(new FaultRunCommand(Console.ofProcess())).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        long chosen = seed == null ? ThreadLocalRandom.current().nextInt(MOST_SEEDS) : seed;
        Path directory = data == null ? Files.createTempDirectory("querent-fault-run-") : data;
        if (isInUse(directory)) {
            console.notice("--data must name an empty directory, and " + directory + " is none.");
            return CommandLine.ExitCode.USAGE;
        }
        FaultRun run = new FaultRun(
                chosen,
                Duration.ofMillis(Math.round(minutes * SECONDS_A_MINUTE * 1_000)),
                rate,
                Duration.ofSeconds(settleSeconds),
                faults);
        console.notice("Seed " + chosen + "; data and logs in " + directory);
        FaultReport report;
        try {
            long begun = System.nanoTime();
            report = run.in(
                    directory,
                    notice -> console.notice(String.format(
                            Locale.ROOT, "%7.1f s  %s", (System.nanoTime() - begun) / NANOS_A_SECOND, notice)));
        } catch (IOException | RuntimeException failure) {
            console.notice("Cannot go on: " + failure + "; seed=" + chosen + ", data and logs kept in " + directory);
            return WRONG;
        }
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

    /** Payments of another run would be taken for this one's. */
    private static boolean isInUse(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return false;
        }
        try (Stream<Path> content = Files.list(directory)) {
            return content.findAny().isPresent();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
