package io.querent.benchmarks.growth;

import java.time.Duration;

/** What is run at one point of a curve. */
@FunctionalInterface
interface Load {
    /** Runs for so long, then waits for what is in flight. */
    Outcome run(Duration duration) throws Exception;

    /**
     * What came of it.
     *
     * @param sagas that were started and ended
     * @param appends durable steps forward
     * @param commits that carried them
     * @param jvmCpuSeconds of all engines, load generators included
     */
    record Outcome(
            long sagas,
            double seconds,
            double p50Millis,
            double p99Millis,
            long appends,
            long commits,
            double jvmCpuSeconds) {}
}
