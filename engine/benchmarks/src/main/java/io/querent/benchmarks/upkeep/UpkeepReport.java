package io.querent.benchmarks.upkeep;

import io.querent.benchmarks.upkeep.TableState.IndexState;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What came of all trials, as tables in Markdown. */
final class UpkeepReport {
    /** Tables with fewer rows are no matter of the sagas. */
    private static final double FEWEST_ROWS_A_SAGA = 0.5;

    private final StringBuilder text = new StringBuilder();

    private UpkeepReport() {}

    static String of(List<Trial> trials) {
        UpkeepReport report = new UpkeepReport();
        report.trials(trials);
        for (Trial trial : trials) {
            report.tables(trial);
            report.indexes(trial);
        }
        return report.text.toString();
    }

    private void trials(List<Trial> trials) {
        line(
                "| | sagas | sagas/s | server CPU s for 1,000 | WAL bytes a saga without whole pages | HOT updates of saga | heap bytes a saga |"
                        + " of them table saga | index bytes a saga | of them of saga |");
        line("|---|---|---|---|---|---|---|---|---|---|");
        for (Trial trial : trials) {
            TableState sagas = table(trial, "saga");
            line(
                    "| %s | %,d | %,.0f | %.3f | %,.0f | %.1f %% | %,.0f | %,.0f | %,.0f | %,.0f |",
                    trial.name(),
                    trial.sagas(),
                    median(trial, Trial.Run::perSecond),
                    median(trial, Trial.Run::serverCpuSecondsPerThousand),
                    median(trial, Trial.Run::ownWalBytesPerSaga),
                    sagas.hotPercent(),
                    each(trial, trial.heapBytes()),
                    each(trial, sagas.heapBytes()),
                    each(trial, trial.indexBytes()),
                    each(trial, sagas.indexBytes()));
        }
        line("");
    }

    private void tables(Trial trial) {
        line("%s, by table:", trial.name());
        line("");
        line("| table | rows in | updates | HOT | to another page | deletes | dead rows left | heap bytes a saga |"
                + " of them free | index bytes a saga | autovacuum came | and took ms | analyzed |");
        line("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (TableState table : hot(trial)) {
            line(
                    "| %s | %,d | %,d | %s | %,d | %,d | %,d | %,.0f | %,.0f | %,.0f | %d | %,.0f | %d |",
                    table.table(),
                    table.inserted(),
                    table.updated(),
                    table.updated() == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", table.hotPercent()),
                    table.updatedElsewhere(),
                    table.deleted(),
                    table.deadRows(),
                    each(trial, table.heapBytes()),
                    each(trial, table.freeBytes()),
                    each(trial, table.indexBytes()),
                    table.vacuumed(),
                    table.vacuumMillis(),
                    table.analyzed());
        }
        line("");
    }

    private void indexes(Trial trial) {
        line("%s, by index:", trial.name());
        line("");
        line("| index | bytes a saga | bytes | scans |");
        line("|---|---|---|---|");
        for (TableState table : hot(trial)) {
            for (IndexState index : table.indexes()) {
                line(
                        "| %s | %,.1f | %,d | %,d |",
                        index.index(), each(trial, index.bytes()), index.bytes(), index.scans());
            }
        }
        line("");
    }

    private static List<TableState> hot(Trial trial) {
        return trial.tables().stream()
                .filter(table -> table.inserted() >= FEWEST_ROWS_A_SAGA * trial.sagas())
                .toList();
    }

    private static TableState table(Trial trial, String name) {
        return trial.tables().stream()
                .filter(table -> table.table().equals("querent." + name))
                .findFirst()
                .orElseThrow();
    }

    private static double each(Trial trial, long bytes) {
        return (double) bytes / trial.sagas();
    }

    private static double median(Trial trial, ToDoubleFunction<Trial.Run> figure) {
        double[] sorted = trial.runs().stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
