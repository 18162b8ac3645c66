package io.querent.benchmarks;

import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What a measurement says, by the name under which it is written as JSON and the heading under which it is printed. */
@SuppressWarnings("ImmutableEnumChecker") // The functions are references to methods.
enum Figure {
    SAGAS_PER_SECOND("sagasPerSecond", "sagas/s", 0, Measurement::perSecond),
    DURABLE_STEPS_PER_SECOND("durableStepsPerSecond", "steps/s", 0, Measurement::durableStepsPerSecond),
    P50_MILLIS("p50Millis", "p50 ms", 2, Measurement::p50Millis),
    P99_MILLIS("p99Millis", "p99 ms", 2, Measurement::p99Millis),
    CPU("cpuSecondsPer1000Sagas", "CPU s", 3, Measurement::cpuSecondsPerThousand),
    JVM_CPU("jvmCpuSecondsPer1000Sagas", "JVM CPU", 3, Measurement::jvmCpuSecondsPerThousand),
    SERVER_CPU("serverCpuSecondsPer1000Sagas", "PG CPU", 3, Measurement::serverCpuSecondsPerThousand),
    ALLOCATED_BYTES("allocatedBytesPerSaga", "alloc B", 0, Measurement::allocatedBytesPerSaga),
    THREADS("threads", "threads", 0, Measurement::threads),
    APPENDS("appendsPerSaga", "appends", 2, Measurement::appendsPerSaga),
    APPENDS_PER_COMMIT("appendsPerCommit", "app./com.", 1, Measurement::appendsPerCommit),
    COMMITS("commitsPerSaga", "commits", 2, Measurement::transactionsPerSaga),
    ROUND_TRIPS("roundTripsPerSaga", "trips", 2, Measurement::roundTripsPerSaga),
    ROUND_TRIPS_PER_COMMIT("roundTripsPerCommit", "trips/com.", 2, Measurement::roundTripsPerCommit),
    WAL_BYTES("walBytesPerSaga", "WAL B", 0, Measurement::walBytesPerSaga),
    WAL_FULL_PAGE_BYTES("walFullPageBytesPerSaga", "pages B", 0, Measurement::walFullPageBytesPerSaga),
    HEAP_BYTES("heapBytesPerSaga", "heap B", 0, Measurement::heapBytesPerSaga),
    INDEX_BYTES("indexBytesPerSaga", "index B", 0, Measurement::indexBytesPerSaga);

    /** Not a figure of a timed round: statements are counted in a run of their own, because counting costs. */
    static final String STATEMENTS_KEY = "statementsPerSaga";

    static final String STATEMENTS_HEADING = "stmts";

    private final String key;
    private final String heading;
    private final int decimals;
    private final ToDoubleFunction<Measurement> value;

    Figure(String key, String heading, int decimals, ToDoubleFunction<Measurement> value) {
        this.key = key;
        this.heading = heading;
        this.decimals = decimals;
        this.value = value;
    }

    String key() {
        return key;
    }

    String heading() {
        return heading;
    }

    double of(Measurement measurement) {
        return value.applyAsDouble(measurement);
    }

    /** As it is printed. */
    String text(double amount) {
        return text(amount, decimals);
    }

    /** Any figure as it is printed. */
    static String text(double amount, int decimals) {
        return Double.isNaN(amount) ? "n/a" : String.format(Locale.ROOT, "%,." + decimals + "f", amount);
    }
}
