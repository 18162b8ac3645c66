package io.querent.outbox.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * How a person's decision about a message is audited, in the statement that carries it out.
 *
 * @param insert an {@code INSERT … SELECT … FROM parked … RETURNING bucket}, where {@code parked} has bucket, message_id and tries of the
 *     message if it may be decided about; it inserts nothing when the request was made before, and then nothing is changed
 * @param binder of its parameters
 */
public record DecisionAudit(String insert, Binder binder) {

    /** Binds parameters. */
    @FunctionalInterface
    public interface Binder {
        /**
         * Binds them.
         *
         * @param first number of the first parameter
         * @return the number after the last
         */
        int bind(PreparedStatement statement, int first) throws SQLException;
    }
}
