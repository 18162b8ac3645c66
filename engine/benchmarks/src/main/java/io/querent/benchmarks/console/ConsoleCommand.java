package io.querent.benchmarks.console;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.growth.Databases;
import io.querent.benchmarks.growth.Page;
import io.querent.benchmarks.server.Server;
import io.querent.benchmarks.server.ServerFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Measures what the console and its API take, and what their pages weigh, over a database with very many sagas. */
@Command(
        name = "console",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Fills a database with sagas, most of them ended, starts an application with the console on it, signs in, and asks for"
                        + " every page, every filter of the search and the same of the API, in another order each round. Exits with 1"
                        + " when something takes longer or weighs more than it may.")
public final class ConsoleCommand implements Callable<Integer> {
    private static final int CONNECTIONS = 8;
    private static final String NAME = "console";
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** How much is stored, and how often it is looked at. */
    record Size(int sagas, int attempts, int auditEntries, int warmUps, int rounds) {
        static final Size FULL = new Size(1_000_000, 1_000, 100_000, 20, 60);
        static final Size QUICK = new Size(20_000, 1_000, 2_000, 2, 5);

        /** By which a database that is filled so is known. */
        String remark() {
            return "console 1: " + sagas + " sagas, " + attempts + " attempts, " + auditEntries + " entries";
        }
    }

    @Option(names = "--quick", description = "20,000 sagas and five rounds: that it works, not how fast")
    private boolean quick;

    @Option(names = "--sagas", description = "Default 1000000")
    private @Nullable Integer sagas;

    @Option(names = "--rounds", description = "Each asks for everything once. Default 60")
    private @Nullable Integer rounds;

    @Option(
            names = "--data",
            description =
                    "A folder in which the server's data stays; a database that was filled there before is used again")
    private @Nullable Path data;

    @Option(names = "--jdbc-url", description = "A server that runs already, with user and password")
    private @Nullable String jdbcUrl;

    @Option(names = "--json", description = "Write all that was measured to this file")
    private @Nullable Path json;

    @Option(names = "--page", description = "Put the table into this page as well: docs/performance.md")
    private @Nullable Path page;

    private final PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());

    @Override
    public Integer call() throws Exception {
        try (Server server = server()) {
            ConsoleResults results = measure(server, size(), out);
            String table = ConsoleReport.of(results);
            out.println(table);
            if (json != null) {
                Files.writeString(json, JSON.writeValueAsString(results));
            }
            if (page != null) {
                new Page(page).put(NAME, table);
            }
            return results.isReached() ? 0 : 1;
        }
    }

    private Size size() {
        Size base = quick ? Size.QUICK : Size.FULL;
        return new Size(
                sagas == null ? base.sagas() : sagas,
                base.attempts(),
                base.auditEntries(),
                base.warmUps(),
                rounds == null ? base.rounds() : rounds);
    }

    private Server server() throws IOException {
        if (jdbcUrl != null) {
            return Server.at(jdbcUrl);
        }
        return data == null ? Server.start() : Server.startIn(data.toAbsolutePath());
    }

    static ConsoleResults measure(Server server, Size size, PrintWriter out) throws Exception {
        Population population = new Population(size.sagas());
        try (Databases databases = new Databases(server.connect(2))) {
            fill(databases, population, size, out);
            try (HikariDataSource filled = databases.connect(NAME, 1);
                    ConsoleNode node = ConsoleNode.start(filled.getJdbcUrl())) {
                Visitor visitor = Visitor.signedIn(node.port(), ConsoleNode.OPERATOR, ConsoleNode.PASSWORD);
                List<Route> routes = Routes.of(population, visitor);
                Round round = new Round(visitor, node.times(), routes, new Random(1));
                for (int i = 0; i < size.warmUps(); i++) {
                    round.warmUp();
                }
                for (int i = 0; i < size.rounds(); i++) {
                    round.measure();
                }
                return results(facts(filled), size, round);
            }
        }
    }

    private static void fill(Databases databases, Population population, Size size, PrintWriter out)
            throws SQLException {
        if (databases.remarkOn(NAME).equals(size.remark())) {
            out.println("filled before");
            return;
        }
        try (HikariDataSource fresh = databases.createAnew(NAME, CONNECTIONS)) {
            new ConsoleDatabase(fresh, out).fill(population, size.attempts(), size.auditEntries());
        }
        databases.remark(NAME, size.remark());
    }

    private static Map<String, String> facts(HikariDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            Map<String, String> facts = ServerFacts.of(connection);
            facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
            facts.put("cores", String.valueOf(Runtime.getRuntime().availableProcessors()));
            facts.put("date", Clock.systemUTC().instant().toString());
            return facts;
        }
    }

    private static ConsoleResults results(Map<String, String> facts, Size size, Round round)
            throws IOException, InterruptedException {
        List<Visitor.Answer> assets = round.assets();
        return new ConsoleResults(
                facts,
                size.sagas(),
                size.attempts(),
                size.auditEntries(),
                round.measured(),
                assets.stream().mapToInt(Visitor.Answer::bytes).sum(),
                assets.stream().mapToInt(Visitor.Answer::sentBytes).sum(),
                round.foreign());
    }
}
