package io.querent.receiver.jdbc;

import io.querent.receiver.OperationRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;

/** Claims a key for long work: the row is committed before anything is done, so that it is known that something may have been. */
final class LongClaim {
    private static final String CLAIM = """
            SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
            SET LOCAL lock_timeout = %d;
            INSERT INTO querent_receiver.operation_record (first_at, lease_until, token, period, attempts, hash_version, bucket, status,
                operation_id, hash, caller, operation_key, owner)
            VALUES (statement_timestamp(), statement_timestamp() + %d * interval '1 millisecond', 1,
                querent_receiver.period_of(statement_timestamp()), 1, ?, ?, 1, ?, ?, ?, ?, ?)
            ON CONFLICT (bucket, operation_id) DO NOTHING
            """;

    private static final int SETTINGS = 2;

    private final String claim;
    private final RecordReads reads;

    LongClaim(SqlText sql, GuardSettings settings) {
        this.claim = sql.of(CLAIM.formatted(
                settings.waitForHolder().toMillis(), settings.lease().toMillis()));
        this.reads = new RecordReads(sql);
    }

    /** Whether it is ours now: not when there is a row already. */
    boolean claim(Connection connection, OperationId id, OperationRequest request, String owner) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            statement.setInt(1, request.hash().version());
            statement.setShort(2, id.bucket());
            statement.setObject(3, id.id());
            statement.setBytes(4, HexFormat.of().parseHex(request.hash().hex()));
            statement.setString(5, request.caller());
            statement.setString(6, request.key());
            statement.setString(7, owner);
            statement.execute();
            for (int i = 0; i < SETTINGS; i++) {
                statement.getMoreResults();
            }
            return statement.getUpdateCount() == 1;
        }
    }

    /** The row that is there already. */
    Optional<StoredOperation> existing(Connection connection, OperationId id) throws SQLException {
        return reads.read(connection, id);
    }
}
