package io.querent.benchmarks.growth;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.load.Orders;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One database, and an engine in this process for each job that is to be run on it. */
final class JobPoints implements Points {
    private static final int CONNECTIONS = 16;
    private static final int MOST_WHILE_WARM = 256;
    private static final int SOME = 64;

    private final Databases databases;
    private final String database;
    private final Orders orders;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<GrowthEngine> engines = new ArrayList<>();
    private final List<EngineLoad> loads = new ArrayList<>();
    private final List<Point> points = new ArrayList<>();

    private JobPoints(Databases databases, Curve curve, Orders orders) {
        this.databases = databases;
        this.database = "growth_" + curve.fileName().replace('-', '_');
        this.orders = orders;
    }

    /** More and more in flight; the larger loads with calls that take 20 ms as well. */
    static JobPoints inFlight(Databases databases, Orders orders) throws SQLException {
        JobPoints points = new JobPoints(databases, Curve.IN_FLIGHT, orders);
        EngineLoad instant = points.open(Job.STANDARD);
        for (int sagas : new int[] {10, 30, 100, 300, 1_000, 3_000, 10_000}) {
            points.add("calls answer at once", sagas, Job.STANDARD, instant.inFlight(sagas));
        }
        Job slow = Job.STANDARD.withCallTime(Duration.ofMillis(20));
        EngineLoad waiting = points.open(slow);
        for (int sagas : new int[] {100, 300, 1_000, 3_000, 10_000}) {
            points.add("calls take 20 ms", sagas, slow, waiting.inFlight(sagas));
        }
        return points;
    }

    /** Larger and larger inputs and results. */
    static JobPoints payloads(Databases databases, Orders orders) throws SQLException {
        JobPoints points = new JobPoints(databases, Curve.PAYLOAD, orders);
        for (int characters : new int[] {100, 1_000, 10_000, 100_000}) {
            Job job = Job.STANDARD.withPayloads(characters);
            points.add(
                    SOME + " in flight",
                    characters / 1_000.0,
                    job,
                    points.open(job).inFlight(SOME));
        }
        return points;
    }

    /** Longer and longer sagas. */
    static JobPoints steps(Databases databases, Orders orders) throws SQLException {
        JobPoints points = new JobPoints(databases, Curve.STEPS, orders);
        for (int number : new int[] {1, 3, 10, 20, 50}) {
            Job job = Job.STANDARD.withSteps(number);
            points.add(SOME + " in flight", number, job, points.open(job).inFlight(SOME));
        }
        return points;
    }

    @Override
    public List<Point> all() {
        return points;
    }

    @Override
    public void warmUp(Duration each) throws InterruptedException {
        for (EngineLoad load : loads) {
            load.warmUp(MOST_WHILE_WARM, each);
        }
    }

    @Override
    public void close() throws SQLException {
        engines.forEach(GrowthEngine::close);
        pools.forEach(HikariDataSource::close);
        databases.drop(database);
    }

    /** Each has a pool of its own, as each engine of an application would. */
    private EngineLoad open(Job job) throws SQLException {
        HikariDataSource pool = pools.isEmpty()
                ? databases.createAnew(database, CONNECTIONS)
                : databases.connect(database, CONNECTIONS);
        pools.add(pool);
        GrowthEngine engine = new GrowthEngine(pool, "growth-" + pools.size(), job);
        engines.add(engine);
        EngineLoad load = new EngineLoad(engine, orders);
        loads.add(load);
        return load;
    }

    private void add(String series, double x, Job job, Load load) {
        points.add(new Point(series, x, job.steps(), load));
    }
}
