package io.querent.benchmarks.upkeep;

import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.growth.Databases;
import io.querent.benchmarks.growth.Page;
import io.querent.benchmarks.load.Orders;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Server;
import io.querent.benchmarks.server.ServerFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Measures what storage comes to, and whether the room that is left on pages is right. */
@Command(
        name = "upkeep",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs sagas on databases whose pages are filled differently, and looks at tables and indexes then:"
                        + " updates that touched no index, dead rows, bytes a saga, what autovacuum did.")
public final class UpkeepCommand implements Callable<Integer> {
    private static final int CONNECTIONS = 4;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @Option(
            names = "--fillfactors",
            split = ",",
            defaultValue = "60,80,100",
            description = "Of the table of sagas. Default ${DEFAULT-VALUE}")
    private List<Integer> fillfactors = List.of(60, 80, 100);

    @Option(names = "--in-flight", defaultValue = "64", description = "Default ${DEFAULT-VALUE}")
    private int inFlight = 64;

    @Option(names = "--rounds", defaultValue = "5", description = "Default ${DEFAULT-VALUE}")
    private int rounds = 5;

    @Option(
            names = "--seconds",
            defaultValue = "6",
            description = "Of each trial in each round. Default ${DEFAULT-VALUE}")
    private int seconds = 6;

    @Option(names = "--warm-up", defaultValue = "5", description = "Seconds for each engine. Default ${DEFAULT-VALUE}")
    private int warmUpSeconds = 5;

    @Option(
            names = "--out",
            defaultValue = "engine/benchmarks/target/growth",
            description = "Where JSON and tables go. Default ${DEFAULT-VALUE}")
    private Path folder = Path.of("engine/benchmarks/target/growth");

    @Option(names = "--read", description = "Tell what this JSON file holds and measure nothing")
    private @Nullable Path read;

    @Option(names = "--jdbc-url", description = "A server that runs already, with user and password")
    private @Nullable String jdbcUrl;

    @Option(names = "--page", description = "Put the tables into this page as well: docs/performance.md")
    private @Nullable Path page;

    private final PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());

    /** All that the JSON holds. */
    record Results(Map<String, String> facts, List<Trial> trials) {}

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(folder);
        if (read != null) {
            tell(JSON.readValue(read, Results.class));
            return 0;
        }
        try (Server server = jdbcUrl == null ? Server.start() : Server.at(jdbcUrl);
                Databases databases = new Databases(server.connect(CONNECTIONS));
                Connection own = databases.server().getConnection();
                Meter meter = new Meter(databases.server().getConnection())) {
            if (jdbcUrl == null) {
                letAutovacuumComeOften(own);
            }
            Map<String, String> facts = ServerFacts.of(own);
            ServerFacts.requireDurable(facts);
            facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
            facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
            facts.put("date", Clock.systemUTC().instant().toString());
            out.println(facts);
            tell(new Results(facts, measure(databases, meter)));
        }
        return 0;
    }

    /** So that it comes several times within a run that is short. How much it then has to do for each row is the same. */
    private static void letAutovacuumComeOften(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET autovacuum_naptime = '10s'");
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    private List<Trial> measure(Databases databases, Meter meter) throws Exception {
        Orders orders = new Orders(Long.toString(Clock.systemUTC().millis(), Character.MAX_RADIX));
        List<TrialDatabase> trials = new ArrayList<>();
        try {
            for (int fillfactor : fillfactors) {
                trials.add(new TrialDatabase(databases, fillfactor, Variant.STANDARD));
            }
            // Operations have a row of their own only off the happy path.
            trials.add(new TrialDatabase(databases, fillfactors.get(0), Variant.F));
            for (TrialDatabase trial : trials) {
                trial.warmUp(inFlight, Duration.ofSeconds(warmUpSeconds), orders);
            }
            for (int round = 1; round <= rounds; round++) {
                runAll(trials, round, orders, meter);
            }
            List<Trial> ended = new ArrayList<>();
            for (TrialDatabase trial : trials) {
                ended.add(trial.end());
            }
            return ended;
        } finally {
            for (TrialDatabase trial : trials) {
                trial.close();
            }
        }
    }

    private void runAll(List<TrialDatabase> trials, int round, Orders orders, Meter meter)
            throws SQLException, InterruptedException {
        List<TrialDatabase> order = new ArrayList<>(trials);
        Collections.shuffle(order, new Random(round));
        for (TrialDatabase trial : order) {
            Trial.Run run = trial.run(round, inFlight, Duration.ofSeconds(seconds), orders, meter);
            out.println(String.format(
                    Locale.ROOT,
                    "round %d  %-24s %,9.0f sagas/s  %,8.0f bytes of WAL a saga",
                    round,
                    trial.name(),
                    run.perSecond(),
                    run.walBytesPerSaga()));
        }
    }

    private void tell(Results results) throws IOException {
        JSON.writeValue(folder.resolve("upkeep.json"), results);
        String report = UpkeepReport.of(results.trials());
        Files.writeString(folder.resolve("upkeep.md"), report);
        if (page != null) {
            new Page(page).put("upkeep", report);
        }
        out.println();
        out.println(report);
    }
}
