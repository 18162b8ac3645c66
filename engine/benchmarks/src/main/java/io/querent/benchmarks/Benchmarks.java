package io.querent.benchmarks;

import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.recovery.RecoveryCommand;
import io.querent.benchmarks.server.Server;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command. */
@Command(
        name = "benchmarks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = RecoveryCommand.class,
        description =
                "Runs three-step sagas on Querent beside a hand-written floor, on one real PostgreSQL, alternating.")
public final class Benchmarks implements Callable<Integer> {
    @Option(
            names = "--variant",
            defaultValue = "STANDARD",
            description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
    private Variant variant = Variant.STANDARD;

    @Option(
            names = "--concurrency",
            split = ",",
            description = "Sagas in flight. Default 1,32,64,256, and 1000 for variant L")
    private @Nullable List<Integer> concurrency;

    @Option(names = "--rounds", defaultValue = "5", description = "Default ${DEFAULT-VALUE}")
    private int rounds = 5;

    @Option(
            names = "--seconds",
            defaultValue = "3",
            description = "Of each load in each round. Default ${DEFAULT-VALUE}")
    private int seconds = 3;

    @Option(
            names = "--warm-up",
            defaultValue = "10",
            description = "Seconds for each contender. Default ${DEFAULT-VALUE}")
    private int warmUpSeconds = 10;

    @Option(names = "--writers", description = "Journal writers of Querent. Default: the journal's own")
    private @Nullable Integer writers;

    @Option(
            names = "--contenders",
            split = ",",
            defaultValue = "FLOOR,QUERENT,GROUP_FLOOR",
            description = "Of ${COMPLETION-CANDIDATES}; default all")
    private List<Session.Role> contenders = List.of(Session.Role.values());

    @Option(
            names = "--jdbc-url",
            description = "A server that runs already, with user and password. Default: one is started and thrown away")
    private @Nullable String jdbcUrl;

    @Option(names = "--gate", description = "Exit with 1 when the gate does not hold")
    private boolean gate;

    /** Runs the command. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
        try (Server server = jdbcUrl == null ? Server.start() : Server.at(jdbcUrl)) {
            Session session = new Session(
                    server,
                    new Session.Plan(
                            variant,
                            loads(),
                            rounds,
                            Duration.ofSeconds(seconds),
                            Duration.ofSeconds(warmUpSeconds),
                            contenders,
                            writers),
                    new Report(out));
            boolean holds = session.run();
            return holds || !gate ? 0 : 1;
        }
    }

    private List<Integer> loads() {
        if (concurrency != null) {
            return concurrency;
        }
        return variant == Variant.L ? List.of(1_000) : List.of(1, 32, Gate.SHARING_LOAD, 256);
    }
}
