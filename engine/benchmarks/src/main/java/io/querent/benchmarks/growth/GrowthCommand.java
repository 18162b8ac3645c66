package io.querent.benchmarks.growth;

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
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures and draws growth curves. */
@Command(
        name = "growth",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures what happens to throughput, latency and cost as something grows, and draws it.")
public final class GrowthCommand implements Callable<Integer> {
    private static final int CONNECTIONS = 4;

    @Option(
            names = "--curve",
            split = ",",
            defaultValue = "FINISHED,IN_FLIGHT,PROCESSES,PAYLOAD,STEPS,RATE",
            description = "Of ${COMPLETION-CANDIDATES}; default all")
    private List<Curve> curves = List.of(Curve.values());

    @Option(names = "--rounds", defaultValue = "5", description = "Default ${DEFAULT-VALUE}")
    private int rounds = 5;

    @Option(
            names = "--seconds",
            defaultValue = "4",
            description = "Of each point in each round, five times that at a steady rate. Default ${DEFAULT-VALUE}")
    private int seconds = 4;

    @Option(names = "--warm-up", defaultValue = "5", description = "Seconds for each engine. Default ${DEFAULT-VALUE}")
    private int warmUpSeconds = 5;

    @Option(
            names = "--finished",
            split = ",",
            defaultValue = "0,1000000,10000000",
            description = "Finished sagas; the largest is also what rates are measured on. Default ${DEFAULT-VALUE}")
    private List<Long> finished = List.of(0L, 1_000_000L, 10_000_000L);

    @Option(
            names = "--event-rows",
            defaultValue = "20000000",
            description =
                    "Most rows of events of finished sagas in a database: of the 4 of a saga, the first ones that fit."
                            + " Default ${DEFAULT-VALUE}")
    private long eventRows = 20_000_000;

    @Option(
            names = "--out",
            defaultValue = "engine/benchmarks/target/growth",
            description = "Where JSON, tables and pictures go. Default ${DEFAULT-VALUE}")
    private Path folder = Path.of("engine/benchmarks/target/growth");

    @Option(
            names = "--data",
            description = "Keep the server's data here, so that the next run need not fill the tables again")
    private @Nullable Path data;

    @Option(names = "--fill", description = "Only fill the tables, for runs with --data or --jdbc-url to come")
    private boolean fillOnly;

    @Option(names = "--jdbc-url", description = "A server that runs already, with user and password")
    private @Nullable String jdbcUrl;

    @Option(names = "--draw", split = ",", description = "Draw these JSON files again and measure nothing")
    private List<Path> drawn = List.of();

    @Option(names = "--page", description = "Put tables and pictures into this page as well: docs/performance.md")
    private @Nullable Path page;

    private final PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(folder);
        if (!drawn.isEmpty()) {
            for (Path file : drawn) {
                show(GrowthResults.read(file));
            }
            return 0;
        }
        try (Server server = server();
                Databases databases = new Databases(server.connect(CONNECTIONS))) {
            if (fillOnly) {
                fill(databases);
            } else {
                measure(databases);
            }
        }
        return 0;
    }

    private Server server() throws IOException {
        if (jdbcUrl != null) {
            return Server.at(jdbcUrl);
        }
        return data == null ? Server.start() : Server.startIn(data);
    }

    private void fill(Databases databases) throws Exception {
        FilledDatabases filled = new FilledDatabases(databases, eventRows, out);
        for (long each : finished) {
            filled.with(each, CONNECTIONS).close();
        }
    }

    private void measure(Databases databases) throws Exception {
        try (Connection own = databases.server().getConnection();
                Meter meter = new Meter(databases.server().getConnection())) {
            Map<String, String> facts = ServerFacts.of(own);
            ServerFacts.requireDurable(facts);
            out.println("postgres  " + facts);
            facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
            facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
            facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
            facts.put("date", Clock.systemUTC().instant().toString());
            Sampler sampler = new Sampler(meter);
            for (Curve curve : curves) {
                GrowthResults results = new GrowthResults(facts, measure(curve, databases, sampler));
                results.write(folder.resolve(curve.fileName() + ".json"));
                show(results);
            }
        }
    }

    private List<Sample> measure(Curve curve, Databases databases, Sampler sampler) throws Exception {
        out.println();
        out.println("as " + curve.what() + " grow");
        List<Sample> samples = new ArrayList<>();
        try (Points points = open(curve, databases)) {
            points.warmUp(Duration.ofSeconds(warmUpSeconds));
            sampler.run(curve, points, rounds, points.lengthened(Duration.ofSeconds(seconds)), sample -> {
                samples.add(sample);
                progress(sample);
            });
        }
        return samples;
    }

    private Points open(Curve curve, Databases databases) throws Exception {
        String run = Long.toString(Clock.systemUTC().millis(), Character.MAX_RADIX);
        Orders orders = new Orders(run);
        FilledDatabases filled = new FilledDatabases(databases, eventRows, out);
        return switch (curve) {
            case FINISHED -> new FinishedPoints(filled, finished, orders);
            case IN_FLIGHT -> JobPoints.inFlight(databases, orders);
            case PROCESSES -> new ProcessPoints(databases, run);
            case PAYLOAD -> JobPoints.payloads(databases, orders);
            case STEPS -> JobPoints.steps(databases, orders);
            case RATE -> new RatePoints(filled, finished.get(finished.size() - 1), orders);
        };
    }

    private void show(GrowthResults results) throws IOException {
        String table = Table.of(results);
        Path base = folder.resolve(results.curve().fileName());
        Files.writeString(folder.resolve(results.curve().fileName() + ".md"), table);
        Charts.draw(results, base);
        if (page != null) {
            Page figures = new Page(page);
            figures.put(results.curve().fileName(), table);
            Charts.draw(results, figures.pictures().resolve(results.curve().fileName()));
        }
        out.println();
        out.println(table);
    }

    private void progress(Sample sample) {
        out.println(String.format(
                Locale.ROOT,
                "round %d  %,12.1f %-22s %,9.0f sagas/s  p50 %9.2f ms  p99 %9.2f ms  %,8.0f bytes of WAL a saga",
                sample.round(),
                sample.x(),
                sample.series(),
                sample.perSecond(),
                sample.p50Millis(),
                sample.p99Millis(),
                sample.walBytesPerSaga()));
    }
}
