package io.querent.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that go to the server together and come back together. There are few combinations of them, each of constant text, so
 * the driver prepares every combination once. Not thread-safe.
 */
final class RoundTrip {
    private final List<Step> steps = new ArrayList<>();

    /** Sets the parameters of a statement, in their order. */
    @FunctionalInterface
    interface Binding {
        void bind(Parameters parameters) throws SQLException;
    }

    /** Takes a row that a statement returns. */
    @FunctionalInterface
    interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /** Looks at the number of rows that a statement changed. */
    @FunctionalInterface
    interface ChangeReader {
        void read(int changes) throws SQLException;
    }

    /** One statement, and who looks at what comes of it: at rows, or at the number of rows changed. */
    private record Step(
            String sql, Binding binding, @Nullable RowReader rows, ChangeReader changes) {}

    /** Adds a statement without parameters and results. */
    RoundTrip then(String sql) {
        return changing(sql, parameters -> {}, 0);
    }

    /** Adds a statement that returns rows. */
    RoundTrip returning(String sql, Binding binding, RowReader rows) {
        steps.add(new Step(sql, binding, rows, changes -> {}));
        return this;
    }

    /** Adds a statement that must change just so many rows. */
    RoundTrip changing(String sql, Binding binding, int expectedChanges) {
        return changing(sql, binding, changes -> {
            if (changes != expectedChanges) {
                throw new SQLException(
                        "changed " + changes + " rows instead of " + expectedChanges + "; statement=" + sql);
            }
        });
    }

    /** Adds a statement that changes as many rows as the reader finds right. */
    RoundTrip changing(String sql, Binding binding, ChangeReader reader) {
        steps.add(new Step(sql, binding, null, reader));
        return this;
    }

    boolean isEmpty() {
        return steps.isEmpty();
    }

    /** @throws SQLException also when a statement changed another number of rows than it must; the transaction has to be rolled back */
    void run(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text())) {
            Parameters parameters = Parameters.of(statement);
            for (Step step : steps) {
                step.binding.bind(parameters);
            }
            boolean isRows = statement.execute();
            for (Step step : steps) {
                if (step.rows != null && isRows) {
                    read(statement, step.rows);
                } else {
                    step.changes.read(statement.getUpdateCount());
                }
                isRows = statement.getMoreResults();
            }
        }
    }

    private static void read(PreparedStatement statement, RowReader reader) throws SQLException {
        try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
                reader.read(rows);
            }
        }
    }

    private String text() {
        if (steps.size() == 1) {
            return steps.get(0).sql;
        }
        StringBuilder text = new StringBuilder(4_096);
        for (Step step : steps) {
            text.append(text.isEmpty() ? "" : ";\n").append(step.sql);
        }
        return text.toString();
    }
}
