package io.querent.receiver.jdbc;

import io.querent.receiver.OperationStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Who tried when, and what came of it. Written with the row's own changes. */
final class Attempts {
    private static final String BEGIN = """
            INSERT INTO querent_receiver.operation_attempt (started_at, token, period, attempt, bucket, operation_id, owner)
            VALUES (statement_timestamp(), ?, querent_receiver.period_of(statement_timestamp()), ?, ?, ?, ?)
            """;

    /** None is open where a person or another node has closed it before, or where whoever asked had begun none: both are right. */
    private static final String END = """
            UPDATE querent_receiver.operation_attempt
            SET ended_at = statement_timestamp(), status = ?, error_class = left(?, 100), error = left(?, 2000)
            WHERE bucket = ? AND operation_id = ? AND token = ? AND ended_at IS NULL
            """;

    private final String begin;
    private final String end;

    Attempts(SqlText sql) {
        this.begin = sql.of(BEGIN);
        this.end = sql.of(END);
    }

    void begin(Connection connection, Held held) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(begin)) {
            statement.setLong(1, held.token());
            statement.setInt(2, held.attempt());
            statement.setShort(3, held.id().bucket());
            statement.setObject(4, held.id().id());
            statement.setString(5, held.owner());
            if (statement.executeUpdate() != 1) {
                throw new SQLException("an attempt was not written");
            }
        }
    }

    /** @return whether one was open with that token */
    boolean end(
            Connection connection,
            OperationId id,
            long token,
            OperationStatus status,
            @Nullable String errorClass,
            @Nullable String error)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(end)) {
            statement.setShort(1, StatusCode.of(status));
            statement.setString(2, errorClass);
            statement.setString(3, error == null ? null : error.replace('\0', ' '));
            statement.setShort(4, id.bucket());
            statement.setObject(5, id.id());
            statement.setLong(6, token);
            return statement.executeUpdate() > 0;
        }
    }
}
