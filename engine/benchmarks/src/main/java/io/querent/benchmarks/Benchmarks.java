package io.querent.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.console.ConsoleCommand;
import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.core.CoreCommand;
import io.querent.benchmarks.growth.GrowthCommand;
import io.querent.benchmarks.receiver.ReceiverCommand;
import io.querent.benchmarks.recovery.RecoveryCommand;
import io.querent.benchmarks.server.Server;
import io.querent.benchmarks.server.ServerFacts;
import io.querent.benchmarks.upkeep.UpkeepCommand;
import io.querent.postgres.PostgresSchema;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command. */
@Command(
        name = "benchmarks",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = {
            CoreCommand.class,
            RecoveryCommand.class,
            GrowthCommand.class,
            UpkeepCommand.class,
            ConsoleCommand.class,
            ReceiverCommand.class
        },
        description =
                "Runs three-step sagas on Querent beside a hand-written floor, on one real PostgreSQL, alternating.")
public final class Benchmarks implements Callable<Integer> {
    /** The session's own connections: one that counts statements, one that meters. */
    private static final int OWN_CONNECTIONS = 2;

    /** Exit code of a run that did not come to its end; 1 is the gate's, 2 that of wrong arguments. */
    private static final int FAILED = 3;

    private static final Pace FULL = new Pace(4, Duration.ofSeconds(3), Duration.ofSeconds(6));
    private static final Pace QUICK = new Pace(1, Duration.ofSeconds(1), Duration.ofSeconds(1));

    @Option(names = "--variant", split = ",", description = "Of ${COMPLETION-CANDIDATES}; default all")
    private List<Variant> variants = List.of(Variant.values());

    @Option(names = "--concurrency", split = ",", description = "Sagas in flight. Default: each variant's own")
    private @Nullable List<Integer> concurrency;

    @Option(names = "--quick", description = "One short round, to see that it works: about a minute")
    private boolean quick;

    @Option(names = "--rounds", description = "Default 4")
    private @Nullable Integer rounds;

    @Option(names = "--seconds", description = "Of each load in each round. Default 3")
    private @Nullable Integer seconds;

    @Option(names = "--warm-up", description = "Seconds for each contender. Default 6")
    private @Nullable Integer warmUpSeconds;

    @Option(names = "--writers", description = "Journal writers of Querent. Default: the journal's own")
    private @Nullable Integer writers;

    @Option(
            names = "--contenders",
            split = ",",
            defaultValue = "FLOOR,QUERENT,GROUP_FLOOR",
            description = "Of ${COMPLETION-CANDIDATES}. Default ${DEFAULT-VALUE}")
    private List<Role> contenders = List.of();

    @Option(
            names = "--jdbc-url",
            description = "A server that runs already, with user and password. Default: one is started and thrown away")
    private @Nullable String jdbcUrl;

    @Option(names = "--json", description = "Write all that was measured to this file")
    private @Nullable Path json;

    @Option(names = "--gate", description = "Exit with 1 when the gate does not hold")
    private boolean gate;

    @Spec
    private @Nullable CommandSpec spec;

    private final Report report = new Report(new PrintWriter(System.out, true, Charset.defaultCharset()));

    private record Pace(int rounds, Duration duration, Duration warmUp) {}

    /** Runs the command. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks())
                .setExecutionExceptionHandler(Benchmarks::explain)
                .execute(arguments));
    }

    /** What went wrong in one line, and an exit code that is not the gate's. The trace is in the way of whoever mistyped a URL. */
    private static int explain(Exception failure, CommandLine command, ParseResult arguments) {
        StringBuilder line = new StringBuilder("failed: ").append(failure.getMessage());
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            line.append("; because ").append(cause.getMessage());
        }
        command.getErr().println(line);
        if (Boolean.getBoolean("benchmarks.trace")) {
            failure.printStackTrace(command.getErr());
        }
        return FAILED;
    }

    @Override
    public Integer call() throws Exception {
        requireSense();
        Instant begun = Instant.now();
        try (Server server = jdbcUrl == null ? Server.start() : Server.at(jdbcUrl);
                HikariDataSource own = server.connect(OWN_CONNECTIONS)) {
            Surroundings surroundings = surroundings(own);
            report.surroundings(surroundings);
            report.line("options   %s%s", options(), quick ? "; quick: says nothing of speed" : "");
            ServerFacts.requireDurable(surroundings.server());
            requireCheckpoints(own);
            PostgresSchema.migrate(own);
            List<Trial> trials = new ArrayList<>();
            for (Variant variant : variants) {
                trials.add(run(server, own, variant));
            }
            report.verdicts("What is to be reached", Targets.of(trials));
            if (json != null) {
                JsonReport.write(json, begun, surroundings, options(), trials);
            }
            return holds(trials) || !gate ? 0 : 1;
        }
    }

    /** Before anything is measured: what would end it later. */
    private void requireSense() {
        Pace pace = pace();
        require(pace.rounds() >= 1, "--rounds must be at least 1");
        require(pace.duration().toSeconds() >= 1, "--seconds must be at least 1");
        require(!pace.warmUp().isNegative(), "--warm-up must not be negative");
        require(
                concurrency == null || concurrency.stream().allMatch(load -> load >= 1),
                "--concurrency must be 1 or more");
        require(writers == null || (writers >= 1 && writers <= 16), "--writers must be 1 to 16");
        require(Set.copyOf(contenders).size() == contenders.size(), "--contenders names one twice");
        require(Set.copyOf(variants).size() == variants.size(), "--variant names one twice");
        require(
                !gate || contenders.containsAll(List.of(Role.FLOOR, Role.QUERENT)),
                "--gate needs the contenders FLOOR and QUERENT");
        if (json != null) {
            requireWritable(json);
        }
    }

    /** That it cannot be written is to be known now and not in eight minutes. */
    private void requireWritable(Path file) {
        try {
            Files.writeString(file, "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException impossible) {
            require(false, "--json cannot be written: " + impossible);
        }
    }

    private void require(boolean right, String otherwise) {
        if (!right) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), otherwise);
        }
    }

    private static void requireCheckpoints(HikariDataSource own) throws SQLException {
        try (Connection connection = own.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
        } catch (SQLException refused) {
            throw new IllegalStateException(
                    "each round begins with a checkpoint, which needs a superuser or a member of pg_checkpoint",
                    refused);
        }
    }

    private static Surroundings surroundings(HikariDataSource own) throws SQLException {
        try (Connection connection = own.getConnection()) {
            return Surroundings.of(connection);
        }
    }

    private Trial run(Server server, HikariDataSource own, Variant variant) throws Exception {
        Pace pace = pace();
        List<Integer> loads = Objects.requireNonNullElse(concurrency, variant.loads());
        report.line("");
        report.line("%s: %s", variant, variant.description());
        Session.Plan plan =
                new Session.Plan(variant, loads, pace.rounds(), pace.duration(), pace.warmUp(), contenders, writers);
        Trial trial = new Session(server, own, plan, report::progress).run();
        report.trial(trial);
        return trial;
    }

    private Pace pace() {
        Pace base = quick ? QUICK : FULL;
        return new Pace(
                rounds == null ? base.rounds() : rounds,
                seconds == null ? base.duration() : Duration.ofSeconds(seconds),
                warmUpSeconds == null ? base.warmUp() : Duration.ofSeconds(warmUpSeconds));
    }

    private Map<String, Object> options() {
        Pace pace = pace();
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("quick", quick);
        options.put("contenders", contenders);
        options.put("concurrency", concurrency == null ? "each variant's own" : concurrency);
        options.put("rounds", pace.rounds());
        options.put("secondsOfEachLoad", pace.duration().toSeconds());
        options.put("secondsOfWarmUp", pace.warmUp().toSeconds());
        options.put("writers", writers == null ? "the journal's own" : writers);
        options.put("ownServer", jdbcUrl == null);
        return options;
    }

    private boolean holds(List<Trial> trials) {
        report.line("");
        List<Gate.Check> checks = trials.stream()
                .flatMap(each -> new Gate(each).checks().stream())
                .toList();
        checks.forEach(check -> report.line(
                "gate  %-5s %-8s %s: %.2f",
                check.holds() ? "holds" : "FAILS", check.variant(), check.condition(), check.found()));
        return checks.stream().allMatch(Gate.Check::holds);
    }
}
