package io.querent.benchmarks.growth;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.load.Orders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sagas that arrive at a steady rate, as they do in production, on tables that are not empty, each time right after a checkpoint: what
 * a rate costs when the write-ahead log is at its worst.
 */
final class RatePoints implements Points {
    private static final int CONNECTIONS = 16;
    private static final int WARM = 64;

    /** Ten a second are few to tell anything of. */
    private static final int TIMES_AS_LONG = 5;

    private final HikariDataSource pool;
    private final GrowthEngine engine;
    private final EngineLoad load;
    private final List<Point> points = new ArrayList<>();

    RatePoints(FilledDatabases databases, long finished, Orders orders) throws Exception {
        this.pool = databases.with(finished, CONNECTIONS);
        this.engine = new GrowthEngine(pool, "growth", Job.STANDARD);
        this.load = new EngineLoad(engine, orders);
        for (int perSecond : new int[] {10, 100, 1_000}) {
            points.add(new Point("steady", perSecond, Job.STANDARD.steps(), load.arriving(perSecond)));
        }
    }

    @Override
    public List<Point> all() {
        return points;
    }

    @Override
    public void warmUp(Duration each) throws InterruptedException {
        load.warmUp(WARM, each);
    }

    @Override
    public boolean afterCheckpoint() {
        return true;
    }

    @Override
    public Duration lengthened(Duration usual) {
        return usual.multipliedBy(TIMES_AS_LONG);
    }

    @Override
    public void close() {
        engine.close();
        pool.close();
    }
}
