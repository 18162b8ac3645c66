package io.querent.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.contender.Floor;
import io.querent.benchmarks.contender.GroupFloor;
import io.querent.benchmarks.contender.Querent;
import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.load.ClosedLoop;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.load.Orders;
import io.querent.benchmarks.load.SteadyRate;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Server;
import io.querent.benchmarks.server.ServerFacts;
import io.querent.benchmarks.server.StatementCount;
import io.querent.postgres.JournalSettings;
import io.querent.postgres.PostgresSchema;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One run of the command: contenders are set up, warmed up, measured and judged. */
final class Session {
    private static final Duration COUNTING = Duration.ofSeconds(1);

    /** Of the best throughput: busy, and yet with room. */
    private static final double STEADY_SHARE = 0.7;

    /** Connections of the floors, of the engine and of the meter together. */
    private static final int CONNECTIONS = 64;

    private final Server server;
    private final Plan plan;
    private final Report report;

    /**
     * What to measure.
     *
     * @param loads sagas in flight, one load after the other
     * @param duration of each load in each round
     * @param warmUp of each contender
     * @param roles who takes part
     * @param writers journal writers of the engine; null for the journal's own choice
     */
    record Plan(
            Variant variant,
            List<Integer> loads,
            int rounds,
            Duration duration,
            Duration warmUp,
            List<Role> roles,
            @Nullable Integer writers) {}

    /** Who may take part. */
    enum Role {
        FLOOR,
        QUERENT,
        GROUP_FLOOR
    }

    Session(Server server, Plan plan, Report report) {
        this.server = server;
        this.plan = plan;
        this.report = report;
    }

    /** Returns whether the gate holds. */
    boolean run() throws Exception {
        try (HikariDataSource pool = server.connect(CONNECTIONS);
                Connection own = pool.getConnection();
                Meter meter = new Meter(pool.getConnection())) {
            Map<String, String> settings = ServerFacts.of(own);
            report.machine(settings);
            report.line("server    %s", own.getMetaData().getURL());
            report.line("variant   %s: %s", plan.variant(), plan.variant().description());
            report.line("");
            ServerFacts.requireDurable(settings);
            StatementCount.off(own);
            PostgresSchema.migrate(pool);
            List<Contender> contenders = contenders(pool);
            try {
                return measure(contenders, meter, own);
            } finally {
                contenders.forEach(Contender::close);
            }
        }
    }

    private List<Contender> contenders(HikariDataSource pool) throws Exception {
        List<Contender> contenders = new ArrayList<>();
        for (Role role : plan.roles()) {
            contenders.add(open(role, pool));
        }
        return contenders;
    }

    private Contender open(Role role, HikariDataSource pool) throws Exception {
        JournalSettings journal =
                plan.writers() == null ? JournalSettings.DEFAULT : JournalSettings.DEFAULT.withWriters(plan.writers());
        return switch (role) {
            case FLOOR -> new Floor(pool, plan.variant());
            case QUERENT -> new Querent(pool, plan.variant(), journal);
            case GROUP_FLOOR -> new GroupFloor(pool, plan.variant());
        };
    }

    private boolean measure(List<Contender> contenders, Meter meter, Connection own) throws Exception {
        Orders orders = new Orders(Long.toString(System.currentTimeMillis(), Character.MAX_RADIX));
        Measurements measured = new Measurements();
        Rounds rounds = new Rounds(contenders, plan.loads(), plan.duration(), meter, orders);
        rounds.warmUp(plan.warmUp());
        rounds.run(plan.rounds(), made -> {
            measured.add(made);
            report.progress(made);
        });
        report.medians(measured);
        countStatements(contenders, own, orders);
        report.ratios(measured, "querent", "floor");
        runSteadily(contenders, measured, orders);
        return judge(measured);
    }

    private void countStatements(List<Contender> contenders, Connection own, Orders orders) throws Exception {
        report.line("");
        for (Contender contender : contenders) {
            int load = Math.min(Gate.SHARING_LOAD, contender.mostInFlight());
            AtomicInteger sagas = new AtomicInteger();
            OptionalLong statements = StatementCount.of(own, () -> {
                LoadResult result = ClosedLoop.run(contender, load, COUNTING, orders);
                sagas.set(result.latencies().count());
            });
            statements.ifPresent(count -> report.statements(contender.name(), load, (double) count / sagas.get()));
        }
    }

    private void runSteadily(List<Contender> contenders, Measurements measured, Orders orders) throws Exception {
        report.line("");
        for (Contender contender : contenders) {
            double best = measured.best(contender.name())
                    .map(each -> measured.median(each, Measurement::perSecond))
                    .orElseThrow();
            report.steady(contender.name(), SteadyRate.run(contender, STEADY_SHARE * best, plan.duration(), orders));
        }
    }

    private boolean judge(Measurements measured) {
        report.line("");
        List<Gate.Check> checks = new Gate(measured, plan.variant()).checks();
        checks.forEach(check -> report.line(
                "gate  %-5s %s: %.2f", check.holds() ? "holds" : "FAILS", check.condition(), check.found()));
        return checks.stream().allMatch(Gate.Check::holds);
    }
}
