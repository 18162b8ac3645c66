package io.querent.benchmarks.growth;

import com.sun.management.OperatingSystemMXBean;
import io.querent.benchmarks.contender.Contender;
import io.querent.benchmarks.load.ClosedLoop;
import io.querent.benchmarks.load.LoadResult;
import io.querent.benchmarks.load.Orders;
import io.querent.benchmarks.load.SteadyRate;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Loads for an engine in this process. */
final class EngineLoad {
    private static final double NANOS_IN_A_SECOND = 1e9;
    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.99;

    private final Contender engine;
    private final Orders orders;

    EngineLoad(Contender engine, Orders orders) {
        this.engine = engine;
        this.orders = orders;
    }

    private interface Work {
        LoadResult run() throws InterruptedException;
    }

    /** So many sagas in flight at any time. */
    Load inFlight(int sagas) {
        return duration -> measure(() -> ClosedLoop.run(engine, sagas, duration, orders));
    }

    /** So many that arrive a second. */
    Load arriving(double perSecond) {
        return duration -> measure(() -> SteadyRate.run(engine, perSecond, duration, orders));
    }

    private Load.Outcome measure(Work work) throws InterruptedException {
        OperatingSystemMXBean jvm = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Contender.Appends before = engine.appends();
        long cpuBefore = jvm.getProcessCpuTime();
        LoadResult result = work.run();
        double cpu = (jvm.getProcessCpuTime() - cpuBefore) / NANOS_IN_A_SECOND;
        Contender.Appends appends = engine.appends().since(before);
        return new Load.Outcome(
                result.latencies().count(),
                result.seconds(),
                result.latencies().millis(HALF),
                result.latencies().millis(NEARLY_ALL),
                appends.count(),
                appends.commits(),
                cpu);
    }

    /** Lets an engine run warm; no figure is kept. */
    void warmUp(int sagas, Duration duration) throws InterruptedException {
        ClosedLoop.run(engine, sagas, duration, orders);
    }
}
