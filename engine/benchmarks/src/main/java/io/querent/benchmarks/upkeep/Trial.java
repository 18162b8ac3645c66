package io.querent.benchmarks.upkeep;

import io.querent.benchmarks.contender.Variant;
import java.util.List;

/**
 * A database that was made in some way, and what came of a load on it.
 *
 * @param fillfactor of the table of sagas, in percent
 */
record Trial(int fillfactor, Variant variant, List<Run> runs, List<TableState> tables) {
    private static final double A_THOUSAND = 1_000;

    Trial {
        runs = List.copyOf(runs);
        tables = List.copyOf(tables);
    }

    /** One round. */
    record Run(
            int round,
            long sagas,
            double seconds,
            long walBytes,
            double walFullPageBytes,
            double serverCpuSeconds,
            double jvmCpuSeconds) {
        double perSecond() {
            return sagas / seconds;
        }

        double walBytesPerSaga() {
            return (double) walBytes / sagas;
        }

        /** Images of whole pages belong to the checkpoint before them. Without them, as far as that is known. */
        double ownWalBytesPerSaga() {
            return Double.isNaN(walFullPageBytes) ? walBytesPerSaga() : (walBytes - walFullPageBytes) / sagas;
        }

        double serverCpuSecondsPerThousand() {
            return serverCpuSeconds / sagas * A_THOUSAND;
        }
    }

    String name() {
        return variant + ", fillfactor " + fillfactor;
    }

    /** All that were ever started, those of the warm-up too: each has one row. */
    long sagas() {
        return tables.stream()
                .filter(table -> table.table().equals("querent.saga"))
                .mapToLong(TableState::inserted)
                .sum();
    }

    long heapBytes() {
        return tables.stream().mapToLong(TableState::heapBytes).sum();
    }

    long indexBytes() {
        return tables.stream().mapToLong(TableState::indexBytes).sum();
    }
}
