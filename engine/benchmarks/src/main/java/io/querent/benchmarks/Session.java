package io.querent.benchmarks;

import io.querent.benchmarks.Measurements.Case;
import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.load.ClosedLoop;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.load.Orders;
import io.querent.benchmarks.load.SteadyRate;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Server;
import io.querent.benchmarks.server.StatementCount;
import java.sql.Connection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One variant: contenders are set up, warmed up and measured. */
final class Session {
    /** Of a load's duration: statements are told after few sagas. */
    private static final int SHARE_FOR_COUNTING = 4;

    /** Of the best throughput: busy, and yet with room. */
    private static final double STEADY_SHARE = 0.7;

    private final Server server;
    private final DataSource own;
    private final Plan plan;
    private final Consumer<Measurement> told;

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

    /**
     * @param own two connections that nobody's round trips are counted on
     * @param told each measurement as it is made
     */
    Session(Server server, DataSource own, Plan plan, Consumer<Measurement> told) {
        this.server = server;
        this.own = own;
        this.plan = plan;
        this.told = told;
    }

    Trial run() throws Exception {
        try (Connection counting = own.getConnection();
                Meter meter = new Meter(own.getConnection())) {
            StatementCount.off(counting);
            try (Entrants entrants = Entrants.open(server, plan.roles(), plan.variant(), plan.writers())) {
                return measure(entrants, meter, counting);
            }
        }
    }

    private Trial measure(Entrants entrants, Meter meter, Connection counting) throws Exception {
        Orders orders = new Orders(Long.toString(System.currentTimeMillis(), Character.MAX_RADIX));
        Measurements measured = new Measurements();
        Rounds rounds = new Rounds(entrants.all(), plan.loads(), plan.duration(), meter, orders);
        rounds.warmUp(plan.warmUp());
        rounds.run(plan.rounds(), made -> {
            measured.add(made);
            told.accept(made);
        });
        countStatements(entrants, measured, counting, orders);
        return new Trial(plan.variant(), measured, runSteadily(entrants, measured, orders));
    }

    private void countStatements(Entrants entrants, Measurements measured, Connection counting, Orders orders)
            throws Exception {
        for (Case each : measured.cases()) {
            Contender contender = entrants.named(each.contender());
            AtomicInteger sagas = new AtomicInteger();
            List<String> others = entrants.all().stream()
                    .filter(other -> other != contender)
                    .map(Contender::schema)
                    .toList();
            OptionalLong statements = StatementCount.of(counting, others, () -> {
                LoadResult result = ClosedLoop.run(
                        contender, each.inFlight(), plan.duration().dividedBy(SHARE_FOR_COUNTING), orders);
                sagas.set(result.latencies().count());
            });
            statements.ifPresent(count -> measured.addStatements(each, (double) count / sagas.get()));
        }
    }

    private Map<String, LoadResult> runSteadily(Entrants entrants, Measurements measured, Orders orders)
            throws Exception {
        Map<String, LoadResult> steady = new LinkedHashMap<>();
        for (Contender contender : entrants.all()) {
            Optional<Case> best = measured.best(contender.name());
            if (best.isPresent()) {
                double rate = STEADY_SHARE * measured.median(best.get(), Figure.SAGAS_PER_SECOND);
                steady.put(contender.name(), SteadyRate.run(contender, rate, plan.duration(), orders));
            }
        }
        return steady;
    }
}
