package io.querent.benchmarks.growth;

import com.zaxxer.hikari.HikariDataSource;
import io.querent.postgres.PostgresSchema;
import java.io.PrintWriter;

/** Databases with so many finished sagas. One that was filled before is used again, with what earlier runs have added. */
final class FilledDatabases {
    /** What a saga of three steps writes: a row with its start and the first intent, one for each outcome with what follows it. */
    private static final int ALL_ROWS = 4;

    private final Databases databases;
    private final long mostEventRows;
    private final PrintWriter out;

    /** @param mostEventRows in one database; larger ones get the first rows of each saga only */
    FilledDatabases(Databases databases, long mostEventRows, PrintWriter out) {
        this.databases = databases;
        this.mostEventRows = mostEventRows;
        this.out = out;
    }

    /** Connections to the one with that many. */
    HikariDataSource with(long finished, int connections) throws Exception {
        String name = "growth_finished_" + finished;
        int rows = rowsOfEach(finished);
        String filled = finished + " finished sagas with " + rows + " rows of events each";
        // An empty one is not empty any more once it was used.
        if (finished > 0 && databases.remarkOn(name).equals(filled)) {
            out.println(filled + " are there already");
            HikariDataSource found = databases.connect(name, connections);
            PostgresSchema.migrate(found);
            return found;
        }
        HikariDataSource made = databases.createAnew(name, connections);
        new FinishedSagas(made, out).fill(finished, rows);
        databases.remark(name, filled);
        return made;
    }

    private int rowsOfEach(long finished) {
        return (int) Math.max(1, Math.min(ALL_ROWS, mostEventRows / Math.max(1, finished)));
    }
}
