package io.querent.receiver.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Reads an operation by its id, with its answer, without any lock. */
final class RecordReads {
    private static final String SELECT = "SELECT " + StoredOperation.COLUMNS + " FROM " + StoredOperation.TABLES
            + " WHERE r.bucket = ? AND r.operation_id = ?";

    private final String select;

    RecordReads(SqlText sql) {
        this.select = sql.of(SELECT);
    }

    Optional<StoredOperation> read(Connection connection, OperationId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setShort(1, id.bucket());
            statement.setObject(2, id.id());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(StoredOperation.read(row)) : Optional.empty();
            }
        }
    }
}
