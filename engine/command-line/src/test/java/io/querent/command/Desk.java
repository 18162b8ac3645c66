package io.querent.command;

import io.querent.decision.SagaStatus;
import io.querent.outbox.RelaySettings;
import io.querent.postgres.JournalSettings;
import io.querent.postgres.PostgresAdmin;
import io.querent.postgres.PostgresEngine;
import io.querent.postgres.PostgresSchema;
import io.querent.runtime.EngineSettings;
import io.querent.runtime.SagaHandle;
import io.querent.runtime.admin.AdminStorage;
import io.querent.runtime.approval.SecondPersonRules;
import io.querent.runtime.codec.PayloadProtection;
import io.querent.saga.Call;
import io.querent.saga.Downstream;
import io.querent.saga.Outcome;
import io.querent.saga.QueryResult;
import io.querent.saga.Saga;
import io.querent.saga.SagaDefinition;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server, sagas whose bank never says what became of a payment, and the command line beside them. */
final class Desk implements AutoCloseable {
    static final SagaDefinition<Order> PAY = Saga.define("pay", Order.class)
            .businessKey(Order::number)
            .attribute("shop", order -> "shop-" + order.number())
            .step(
                    "charge",
                    Receipt.class,
                    step -> step.downstream(Downstream.named("bank")
                                    .honoursOperationKey(Duration.ofHours(24))
                                    .visibleWithin(Duration.ofMillis(100))
                                    .timeLimit(Duration.ofSeconds(5))
                                    .build())
                            .request(Order.class, saga -> saga.input())
                            .call(Desk::lose)
                            .query((call, order) -> QueryResult.found(new Receipt("somebody else's")))
                            .matches((order, receipt) -> receipt.reference().equals(order.number())))
            .build();

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final AtomicInteger SENDS = new AtomicInteger();

    private final EmbeddedPostgres server;
    private final DataSource dataSource;

    record Order(String number) {}

    record Receipt(String reference) {}

    /** What a run of the command line came to. */
    record Result(int exit, String out, String err) {}

    Desk() throws IOException {
        this.server = EmbeddedPostgres.builder()
                .setServerConfig("synchronous_commit", "on")
                .start();
        this.dataSource = server.getPostgresDatabase();
        PostgresSchema.migrate(dataSource);
    }

    PostgresEngine openEngine() {
        return openEngine(PayloadProtection.NONE);
    }

    PostgresEngine openEngine(PayloadProtection protection) {
        return openEngine(protection, SecondPersonRules.NONE);
    }

    PostgresEngine openEngine(SecondPersonRules rules) {
        return openEngine(PayloadProtection.NONE, rules);
    }

    private PostgresEngine openEngine(PayloadProtection protection, SecondPersonRules rules) {
        EngineSettings settings = EngineSettings.forNode("a")
                .withPollInterval(Duration.ofMillis(50))
                .withDrainGrace(Duration.ofSeconds(1))
                .withSecondPerson(rules);
        return PostgresEngine.open(
                dataSource,
                settings,
                transactions -> List.of(PAY),
                null,
                RelaySettings.DEFAULT,
                JournalSettings.DEFAULT.with(protection));
    }

    int sends() {
        return SENDS.get();
    }

    AdminStorage admin() {
        return new PostgresAdmin(dataSource);
    }

    /** Runs it as an application that has the definitions, and embeds it. */
    Result runEmbedded(String... arguments) {
        return run(QuerentCommand.on(new Embedded(dataSource)), arguments);
    }

    /** What an application that has the definitions gives. */
    @Command
    private record Embedded(DataSource dataSource) implements Access {
        @Override
        public Opened open() {
            return new Opened() {
                @Override
                public DataSource dataSource() {
                    return dataSource;
                }

                @Override
                public List<SagaDefinition<?>> definitions() {
                    return List.of(PAY);
                }
            };
        }
    }

    /** Starts a payment and waits until nobody can say what became of it. */
    SagaHandle inReview(PostgresEngine node, String number) {
        SagaHandle saga = node.engine().start(PAY, new Order(number));
        Awaitility.await().until(() -> saga.status() == SagaStatus.IN_REVIEW);
        return saga;
    }

    /** The revision that a decision about the saga has to name. */
    String revision(String saga) {
        return "--revision="
                + JSON.readTree(run("show", saga, "--json").out())
                        .get("revision")
                        .asString();
    }

    static JsonNode json(Result result) {
        return JSON.readTree(result.out());
    }

    Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** Runs the command line as a user would, on this server. */
    Result run(String... arguments) {
        return run(QuerentCommand.on(new ConnectionOptions()), withUrl(arguments));
    }

    static Result run(CommandLine line, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        int exit = line.execute(arguments);
        return new Result(exit, out.toString(), err.toString());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private String[] withUrl(String... arguments) {
        String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--url=" + url();
        return all;
    }

    private static Outcome<Receipt> lose(Call call, Order order) {
        SENDS.incrementAndGet();
        return Outcome.unknown("reset");
    }
}
