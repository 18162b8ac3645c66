package io.querent.benchmarks.growth;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What is told of each point, and which of it belongs to which curve. */
enum Figure {
    SAGAS("sagas/s", "%,.0f", Sample::perSecond),
    STEPS("durable steps/s", "%,.0f", Sample::stepsPerSecond),
    P50("p50 ms", "%,.1f", Sample::p50Millis),
    P99("p99 ms", "%,.1f", Sample::p99Millis),
    SHARED("appends a commit", "%,.1f", Sample::appendsPerCommit),
    TRANSACTIONS("commits a saga", "%,.2f", Sample::transactionsPerSaga),
    JVM_CPU("JVM CPU s for 1,000", "%.2f", Sample::jvmCpuSecondsPerThousand),
    SERVER_CPU("server CPU s for 1,000", "%.2f", Sample::serverCpuSecondsPerThousand),
    STEP_CPU("CPU ms a step", "%.2f", Sample::cpuMillisPerStep),
    JVM_CORES("JVM cores", "%.3f", Sample::jvmCores),
    SERVER_CORES("server cores", "%.3f", Sample::serverCores),
    WAL("WAL bytes a saga", "%,.0f", Sample::ownWalBytesPerSaga),
    STEP_WAL("WAL bytes a step", "%,.0f", Sample::walBytesPerStep),
    FULL_PAGES("and of whole pages", "%,.0f", Sample::fullPageBytesPerSaga);

    private final String title;
    private final String format;
    private final ToDoubleFunction<Sample> value;

    Figure(String title, String format, ToDoubleFunction<Sample> value) {
        this.title = title;
        this.format = format;
        this.value = value;
    }

    String title() {
        return title;
    }

    ToDoubleFunction<Sample> value() {
        return value;
    }

    String text(double number) {
        return Double.isFinite(number) ? String.format(Locale.ROOT, format, number) : "–";
    }

    /** The columns of a curve's table. */
    static List<Figure> of(Curve curve) {
        return switch (curve) {
            case FINISHED, IN_FLIGHT, PROCESSES, PAYLOAD ->
                List.of(SAGAS, P50, P99, SHARED, TRANSACTIONS, JVM_CPU, SERVER_CPU, WAL, FULL_PAGES);
            case STEPS ->
                List.of(SAGAS, STEPS, P50, P99, SHARED, STEP_CPU, JVM_CPU, SERVER_CPU, STEP_WAL, WAL, FULL_PAGES);
            case RATE -> List.of(SAGAS, P50, P99, SHARED, TRANSACTIONS, JVM_CORES, SERVER_CORES, WAL, FULL_PAGES);
        };
    }
}
