package io.querent.benchmarks.receiver;

import java.util.List;
import java.util.Locale;

/** The figures as tables. */
final class GuardReport {
    private GuardReport() {}

    static String of(List<GuardPoint> points, StormPoint storm) {
        StringBuilder text = new StringBuilder("""
                | keys kept | claims/s | p50, ms | p99, ms | bytes of WAL a claim | of them whole pages | replays/s | p50, ms | p99, ms | bytes a key, heap | bytes a key, indexes | index levels |
                |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        points.forEach(point -> text.append(row(point)));
        text.append("\n").append("""
                | first-time operations of other keys | a second | p50, ms | p99, ms |
                |---|---:|---:|---:|
                """);
        text.append(String.format(
                Locale.ROOT,
                "| alone | %,.0f | %.2f | %.2f |%n| beside 64 callers that repeat one key, %,.0f repeats/s | %,.0f | %.2f | %.2f |%n",
                storm.calmPerSecond(),
                storm.calmP50Millis(),
                storm.calmP99Millis(),
                storm.stormPerSecond(),
                storm.besidePerSecond(),
                storm.besideP50Millis(),
                storm.besideP99Millis()));
        return text.append(
                        String.format(Locale.ROOT, "%nSlower by a factor of %.1f at the median.%n", storm.slowdown()))
                .toString();
    }

    private static String row(GuardPoint point) {
        KeyTables tables = point.tables();
        return String.format(
                Locale.ROOT,
                "| %,d | %,.0f | %.2f | %.2f | %,.0f | %,.0f | %s | %s | %s | %d |%n",
                point.keptKeys(),
                point.claimsPerSecond(),
                point.claimP50Millis(),
                point.claimP99Millis(),
                point.walBytesPerClaim(),
                point.walFullPageBytesPerClaim(),
                replays(point),
                each(tables.keyHeapBytes(), tables.keys()),
                each(tables.keyIndexBytes(), tables.keys()),
                tables.indexDepth());
    }

    private static String each(long bytes, long keys) {
        return keys == 0 ? "–" : String.format(Locale.ROOT, "%,.0f", bytes / (double) keys);
    }

    private static String replays(GuardPoint point) {
        return Double.isNaN(point.replaysPerSecond())
                ? "– | – | –"
                : String.format(
                        Locale.ROOT,
                        "%,.0f | %.2f | %.2f",
                        point.replaysPerSecond(),
                        point.replayP50Millis(),
                        point.replayP99Millis());
    }
}
