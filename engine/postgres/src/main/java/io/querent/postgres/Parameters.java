package io.querent.postgres;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sets a statement's parameters one after the other. Many rows go as one array a column, so that the statement's text is the same
 * for any number of rows and the server plans it once. Arrays of primitives and texts travel in binary form.
 */
final class Parameters {
    private final PreparedStatement statement;
    private int next = 1;

    private Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    static Parameters of(PreparedStatement statement) {
        return new Parameters(statement);
    }

    Parameters shorts(short[] values) throws SQLException {
        return object(values);
    }

    Parameters integers(int[] values) throws SQLException {
        return object(values);
    }

    Parameters longs(long[] values) throws SQLException {
        return object(values);
    }

    Parameters doubles(double[] values) throws SQLException {
        return object(values);
    }

    Parameters booleans(boolean[] values) throws SQLException {
        return object(values);
    }

    Parameters texts(@Nullable String[] values) throws SQLException {
        return object(values);
    }

    Parameters uuids(UUID[] values) throws SQLException {
        statement.setArray(next++, statement.getConnection().createArrayOf("uuid", values));
        return this;
    }

    private Parameters object(Object values) throws SQLException {
        statement.setObject(next++, values);
        return this;
    }
}
