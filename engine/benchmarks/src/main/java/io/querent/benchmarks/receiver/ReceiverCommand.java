package io.querent.benchmarks.receiver;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.growth.Page;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Server;
import io.querent.benchmarks.server.ServerFacts;
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
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the receiver's guard as the keys that it keeps grow, and beside a storm of repeats. */
@Command(
        name = "receiver",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures claims and replays of the receiver with more and more keys kept, and what a storm of repeats of one key"
                        + " does to others.")
public final class ReceiverCommand implements Callable<Integer> {
    private static final List<Long> POINTS = List.of(0L, 1_000_000L, 10_000_000L, 50_000_000L, 100_000_000L);

    @Option(
            names = "--rows",
            defaultValue = "1000000",
            description =
                    "Most keys kept; points are 0, 1, 10, 50 and 100 million up to it, and it. Default ${DEFAULT-VALUE}")
    private long rows = 1_000_000;

    @Option(
            names = "--answers",
            defaultValue = "10000000",
            description = "Of how many of the newest keys of each point the answer is kept. Default ${DEFAULT-VALUE}")
    private long answers = 10_000_000;

    @Option(names = "--callers", defaultValue = "16", description = "Default ${DEFAULT-VALUE}")
    private int callers = 16;

    @Option(names = "--rounds", defaultValue = "5", description = "Default ${DEFAULT-VALUE}")
    private int rounds = 5;

    @Option(
            names = "--seconds",
            defaultValue = "4",
            description = "Of each load in each round. Default ${DEFAULT-VALUE}")
    private int seconds = 4;

    @Option(names = "--warm-up", defaultValue = "5", description = "Seconds. Default ${DEFAULT-VALUE}")
    private int warmUpSeconds = 5;

    @Option(
            names = "--out",
            defaultValue = "engine/benchmarks/target/growth",
            description = "Where the tables go. Default ${DEFAULT-VALUE}")
    private Path folder = Path.of("engine/benchmarks/target/growth");

    @Option(
            names = "--data",
            description = "Keep the server's data here, so that the next run need not fill the tables again")
    private @Nullable Path data;

    @Option(names = "--page", description = "Put the tables into this page as well: docs/performance.md")
    private @Nullable Path page;

    @Spec
    private @Nullable CommandSpec spec;

    private final PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());

    @Override
    public Integer call() throws Exception {
        Files.createDirectories(folder);
        try (Server server = data == null ? Server.start() : Server.startIn(data);
                HikariDataSource pool = server.connect(callers, "querent_receiver");
                Connection own = server.connect(1).getConnection();
                Meter meter = new Meter(server.connect(1).getConnection())) {
            Map<String, String> facts = ServerFacts.of(own);
            ServerFacts.requireDurable(facts);
            out.println(facts);
            tell(measure(pool, meter));
        }
        return 0;
    }

    private String measure(HikariDataSource pool, Meter meter) throws Exception {
        KeptKeys kept = new KeptKeys(pool, answers, out);
        String run = Long.toString(Clock.systemUTC().millis(), Character.MAX_RADIX);
        GuardRounds guard = new GuardRounds(pool, meter, run, callers, rounds, Duration.ofSeconds(seconds));
        List<GuardPoint> points = new ArrayList<>();
        for (long each : points(kept.filled())) {
            kept.fillTo(each);
            KeyTables tables = KeyTables.of(pool);
            guard.warmUp(Duration.ofSeconds(warmUpSeconds));
            GuardPoint point = guard.with(each, tables);
            out.println(point);
            points.add(point);
        }
        return GuardReport.of(points, guard.storm());
    }

    /** What is filled already cannot be measured with less. */
    private List<Long> points(long filled) {
        if (filled > rows) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(),
                    String.format(
                            Locale.ROOT,
                            "--rows must be at least what --data has kept already; found=%,d, kept=%,d",
                            rows,
                            filled));
        }
        if (filled > 0) {
            out.println(String.format(Locale.ROOT, "%,d keys are kept already: no point below is measured", filled));
        }
        return LongStream.concat(
                        POINTS.stream().mapToLong(Long::longValue).filter(point -> point >= filled && point < rows),
                        LongStream.of(rows))
                .boxed()
                .toList();
    }

    private void tell(String report) throws Exception {
        Files.writeString(folder.resolve("receiver.md"), report);
        if (page != null) {
            new Page(page).put("receiver", report);
        }
        out.println();
        out.println(report);
    }
}
