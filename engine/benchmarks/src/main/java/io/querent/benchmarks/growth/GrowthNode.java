package io.querent.benchmarks.growth;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.load.Orders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Locale;

/**
 * An engine in a process of its own, with its own load. Each line of its input is a load to run, sagas in flight and milliseconds; it
 * ends with its input.
 *
 * <p>Arguments: JDBC URL, name of the node, what sets this run's sagas apart.
 */
public final class GrowthNode {
    private static final int CONNECTIONS = 16;
    private static final int FIGURES = 7;

    private GrowthNode() {}

    /** Runs the node. */
    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setMaximumPoolSize(CONNECTIONS);
        try (HikariDataSource dataSource = new HikariDataSource(config);
                GrowthEngine engine = new GrowthEngine(dataSource, arguments[1], Job.STANDARD);
                BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
            EngineLoad load = new EngineLoad(engine, new Orders(arguments[2] + "-" + arguments[1]));
            obey(input, load);
        }
    }

    private static void obey(BufferedReader input, EngineLoad load) throws Exception {
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", -1);
            Duration duration = Duration.ofMillis(Long.parseLong(words[1]));
            tell(load.inFlight(Integer.parseInt(words[0])).run(duration));
        }
    }

    private static void tell(Load.Outcome outcome) throws IOException {
        String line = String.format(
                Locale.ROOT,
                "%d %s %s %s %d %d %s%n",
                outcome.sagas(),
                outcome.seconds(),
                outcome.p50Millis(),
                outcome.p99Millis(),
                outcome.appends(),
                outcome.commits(),
                outcome.jvmCpuSeconds());
        System.out.write(line.getBytes(UTF_8));
        System.out.flush();
    }

    static Load.Outcome parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != FIGURES) {
            throw new IllegalStateException("an engine's process said: " + line);
        }
        return new Load.Outcome(
                Long.parseLong(words[0]),
                Double.parseDouble(words[1]),
                Double.parseDouble(words[2]),
                Double.parseDouble(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Double.parseDouble(words[6]));
    }
}
