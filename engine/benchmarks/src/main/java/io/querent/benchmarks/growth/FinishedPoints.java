package io.querent.benchmarks.growth;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.load.Orders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Databases of one server with more and more finished sagas in them, each with an engine. */
final class FinishedPoints implements Points {
    private static final int[] IN_FLIGHT = {1, 64};
    private static final int CONNECTIONS = 16;

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<GrowthEngine> engines = new ArrayList<>();
    private final List<EngineLoad> loads = new ArrayList<>();
    private final List<Point> points = new ArrayList<>();

    FinishedPoints(FilledDatabases databases, List<Long> sizes, Orders orders) throws Exception {
        for (long size : sizes) {
            HikariDataSource pool = databases.with(size, CONNECTIONS);
            pools.add(pool);
            GrowthEngine engine = new GrowthEngine(pool, "growth", Job.STANDARD);
            engines.add(engine);
            EngineLoad load = new EngineLoad(engine, orders);
            loads.add(load);
            for (int sagas : IN_FLIGHT) {
                points.add(new Point(sagas + " in flight", size, Job.STANDARD.steps(), load.inFlight(sagas)));
            }
        }
    }

    @Override
    public List<Point> all() {
        return points;
    }

    @Override
    public void warmUp(Duration each) throws InterruptedException {
        for (EngineLoad load : loads) {
            load.warmUp(IN_FLIGHT[IN_FLIGHT.length - 1], each);
        }
    }

    @Override
    public void close() {
        engines.forEach(GrowthEngine::close);
        pools.forEach(HikariDataSource::close);
    }
}
