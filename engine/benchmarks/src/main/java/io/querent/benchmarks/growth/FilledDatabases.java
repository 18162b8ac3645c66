package io.querent.benchmarks.growth;

import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;

/** Databases with so many finished sagas. One that was filled before is used again, with what earlier runs have added. */
final class FilledDatabases {
    /** Of a saga of three steps. */
    private static final int ALL_EVENTS = 8;

    private final Databases databases;
    private final long mostEventRows;
    private final PrintWriter out;

    /** @param mostEventRows in one database; larger ones get the first events of each saga only */
    FilledDatabases(Databases databases, long mostEventRows, PrintWriter out) {
        this.databases = databases;
        this.mostEventRows = mostEventRows;
        this.out = out;
    }

    /** Connections to the one with that many. */
    HikariDataSource with(long finished, int connections) throws Exception {
        String name = "growth_finished_" + finished;
        int events = eventsOfEach(finished);
        String filled = finished + " finished sagas with " + events + " events each";
        // An empty one is not empty any more once it was used.
        if (finished > 0 && databases.remarkOn(name).equals(filled)) {
            out.println(filled + " are there already");
            return databases.connect(name, connections);
        }
        HikariDataSource made = databases.createAnew(name, connections);
        new FinishedSagas(made, out).fill(finished, events);
        databases.remark(name, filled);
        return made;
    }

    private int eventsOfEach(long finished) {
        return (int) Math.max(1, Math.min(ALL_EVENTS, mostEventRows / Math.max(1, finished)));
    }
}
