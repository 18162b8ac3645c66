package io.querent.receiver.jdbc;

import io.querent.receiver.Body;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** Large bodies in a table of their own, in partitions that are dropped with those of the answers. */
final class TableResultStore implements ResultStore {
    private static final String INSERT = """
            INSERT INTO querent_receiver.operation_body (token, period, bucket, operation_id, body)
            VALUES (?, querent_receiver.period_of(statement_timestamp()), ?, ?, ?)
            RETURNING period
            """;

    private static final String SELECT = """
            SELECT body FROM querent_receiver.operation_body
            WHERE period = ? AND bucket = ? AND operation_id = ? AND token = ?
            """;

    private static final int PARTS = 4;

    private final String insert;
    private final String select;

    TableResultStore(SqlText sql) {
        this.insert = sql.of(INSERT);
        this.select = sql.of(SELECT);
    }

    @Override
    public String put(Connection connection, String caller, String key, long token, Body body) throws SQLException {
        OperationId id = OperationId.of(caller, key);
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setLong(1, token);
            statement.setShort(2, id.bucket());
            statement.setObject(3, id.id());
            statement.setBytes(4, body.bytes());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1) + ":" + id.bucket() + ":" + id.id() + ":" + token;
            }
        }
    }

    @Override
    public Optional<byte[]> get(Connection connection, String reference) throws SQLException {
        String[] parts = reference.split(":", -1);
        if (parts.length != PARTS) {
            return Optional.empty();
        }
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setInt(1, Integer.parseInt(parts[0]));
            statement.setShort(2, Short.parseShort(parts[1]));
            statement.setObject(3, UUID.fromString(parts[2]));
            statement.setLong(4, Long.parseLong(parts[3]));
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
            }
        }
    }
}
