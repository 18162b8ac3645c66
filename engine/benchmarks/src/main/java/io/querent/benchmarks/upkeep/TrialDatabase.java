package io.querent.benchmarks.upkeep;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.benchmarks.contender.Querent;
import io.querent.benchmarks.contender.Variant;
import io.querent.benchmarks.growth.Databases;
import io.querent.benchmarks.load.ClosedLoop;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.load.Orders;
import io.querent.benchmarks.server.Meter;
import io.querent.benchmarks.server.Usage;
import io.querent.postgres.JournalSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A trial under way: a database with an engine on it. */
final class TrialDatabase implements AutoCloseable {
    private static final int CONNECTIONS = 24;

    private final Databases databases;
    private final String name;
    private final int fillfactor;
    private final Variant variant;
    private final HikariDataSource pool;
    private final Querent engine;
    private final List<Trial.Run> runs = new ArrayList<>();
    private boolean open = true;

    TrialDatabase(Databases databases, int fillfactor, Variant variant) throws SQLException {
        this.databases = databases;
        this.name = "upkeep_" + variant.name().toLowerCase(Locale.ROOT) + "_" + fillfactor;
        this.fillfactor = fillfactor;
        this.variant = variant;
        this.pool = databases.createAnew(name, CONNECTIONS);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE querent.saga SET (fillfactor = " + fillfactor + ")");
        }
        this.engine = new Querent(pool, variant, JournalSettings.DEFAULT);
    }

    String name() {
        return variant + ", fillfactor " + fillfactor;
    }

    void warmUp(int inFlight, Duration duration, Orders orders) throws InterruptedException {
        ClosedLoop.run(engine, inFlight, duration, orders);
    }

    Trial.Run run(int round, int inFlight, Duration duration, Orders orders, Meter meter)
            throws SQLException, InterruptedException {
        meter.checkpoint();
        Meter.Reading before = meter.read(engine.schema());
        LoadResult load = ClosedLoop.run(engine, inFlight, duration, orders);
        Usage usage = meter.since(before);
        Trial.Run run = new Trial.Run(
                round,
                load.latencies().count(),
                load.seconds(),
                usage.walBytes(),
                usage.walFullPageBytes(),
                usage.serverCpuSeconds(),
                usage.jvmCpuSeconds());
        runs.add(run);
        return run;
    }

    /** What it has come to. Ends the load's connections, so that their counts are complete. */
    Trial end() throws SQLException {
        closeEngine();
        try (HikariDataSource looking = databases.connect(name, 1);
                Connection connection = looking.getConnection()) {
            return new Trial(fillfactor, variant, runs, TableStates.of(connection));
        }
    }

    @Override
    public void close() throws SQLException {
        closeEngine();
        databases.drop(name);
    }

    private void closeEngine() {
        if (open) {
            open = false;
            engine.close();
            pool.close();
        }
    }
}
