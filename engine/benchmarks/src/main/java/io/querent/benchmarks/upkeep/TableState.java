package io.querent.benchmarks.upkeep;

import java.util.List;

/**
 * A table after a load; of a partitioned one, all partitions together.
 *
 * @param updatedHot updates that found room on the row's own page and touched no index
 * @param updatedElsewhere updates that had to go to another page
 * @param deadRows that nobody has cleared away, as pages show them
 * @param freeBytes within pages
 * @param heapBytes with what is stored beside the rows
 * @param vacuumed how often autovacuum came
 * @param vacuumMillis how long it took altogether
 * @param analyzed how often autovacuum took statistics
 */
record TableState(
        String table,
        long inserted,
        long updated,
        long updatedHot,
        long updatedElsewhere,
        long deleted,
        long deadRows,
        long freeBytes,
        long heapBytes,
        long indexBytes,
        long vacuumed,
        double vacuumMillis,
        long analyzed,
        List<IndexState> indexes) {
    private static final double PERCENT = 100;

    TableState {
        indexes = List.copyOf(indexes);
    }

    /**
     * An index; of a partitioned one, all partitions together.
     *
     * @param scans statements that went by it
     */
    record IndexState(String index, long bytes, long scans) {}

    double hotPercent() {
        return updated == 0 ? Double.NaN : PERCENT * updatedHot / updated;
    }
}
