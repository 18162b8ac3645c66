package io.querent.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.core.CoreCommand;
import io.querent.benchmarks.growth.GrowthCommand;
import io.querent.benchmarks.recovery.RecoveryCommand;
import io.querent.benchmarks.server.Server;
import io.querent.benchmarks.server.ServerFacts;
import io.querent.benchmarks.upkeep.UpkeepCommand;
import io.querent.postgres.PostgresSchema;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        subcommands = {CoreCommand.class, RecoveryCommand.class, GrowthCommand.class, UpkeepCommand.class},
        description =
                "Runs three-step sagas on Querent beside a hand-written floor, on one real PostgreSQL, alternating.")
public final class Benchmarks implements Callable<Integer> {
    /** The session's own connections: one that counts statements, one that meters. */
    private static final int OWN_CONNECTIONS = 2;

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

    private final Report report = new Report(new PrintWriter(System.out, true, Charset.defaultCharset()));

    private record Pace(int rounds, Duration duration, Duration warmUp) {}

    /** Runs the command. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Benchmarks()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Instant begun = Instant.now();
        try (Server server = jdbcUrl == null ? Server.start() : Server.at(jdbcUrl);
                HikariDataSource own = server.connect(OWN_CONNECTIONS)) {
            Surroundings surroundings = surroundings(own);
            report.surroundings(surroundings);
            ServerFacts.requireDurable(surroundings.server());
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
        options.put("contenders", contenders);
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
