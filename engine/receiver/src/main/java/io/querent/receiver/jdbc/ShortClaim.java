package io.querent.receiver.jdbc;

import io.querent.receiver.OperationRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Claims a key for an operation that is done in one transaction. The row says from the beginning that it succeeded: nobody sees it
 * before the commit, which is the success, so there need be no second version of it.
 *
 * <p>All of it is one round trip. Each statement of it has a snapshot of its own at READ COMMITTED, so the loser reads what the winner
 * has committed; at the stricter levels the loser fails with 40001 and all of its transaction runs again.
 */
final class ShortClaim {
    private static final String SAVEPOINT = "SAVEPOINT querent_work";

    private static final String CLAIM = """
            SET TRANSACTION ISOLATION LEVEL %s;
            SET LOCAL lock_timeout = %d;
            INSERT INTO querent_receiver.operation_record (first_at, ended_at, token, period, attempts, hash_version, bucket, status,
                operation_id, hash, caller, operation_key)
            VALUES (statement_timestamp(), statement_timestamp(), 1, querent_receiver.period_of(statement_timestamp()), 1, ?, ?, 10,
                ?, ?, ?, ?)
            ON CONFLICT (bucket, operation_id) DO NOTHING;
            SELECT %s FROM %s
            WHERE r.bucket = ? AND r.operation_id = ? AND r.xmin IS DISTINCT FROM pg_current_xact_id_if_assigned()::xid;
            SET LOCAL lock_timeout TO DEFAULT;
            """ + SAVEPOINT;

    /** The results before the insert's: those of the two settings. */
    private static final int SETTINGS = 2;

    private static final String TAKE_AGAIN = """
            UPDATE querent_receiver.operation_record
            SET status = 10, token = token + 1, attempts = attempts + 1, next_attempt_at = NULL, ended_at = statement_timestamp(),
                period = querent_receiver.period_of(statement_timestamp())
            WHERE bucket = ? AND operation_id = ? AND status = 2 AND token = ? AND next_attempt_at <= statement_timestamp()
            """;

    private final String claim;
    private final String takeAgain;

    ShortClaim(SqlText sql, GuardSettings settings) {
        this.claim = sql.of(CLAIM.formatted(
                settings.isolation().sql(),
                settings.waitForHolder().toMillis(),
                StoredOperation.COLUMNS,
                StoredOperation.TABLES));
        this.takeAgain = sql.of(TAKE_AGAIN);
    }

    /**
     * What came of a claim.
     *
     * @param taken whether the key is ours now
     * @param existing the row of whoever was first; null when the key is ours, or when that row has gone since
     */
    record Result(boolean taken, @Nullable StoredOperation existing) {}

    Result claim(Connection connection, OperationId id, OperationRequest request) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            statement.setInt(1, request.hash().version());
            statement.setShort(2, id.bucket());
            statement.setObject(3, id.id());
            statement.setBytes(4, HexFormat.of().parseHex(request.hash().hex()));
            statement.setString(5, request.caller());
            statement.setString(6, request.key());
            statement.setShort(7, id.bucket());
            statement.setObject(8, id.id());
            statement.execute();
            for (int i = 0; i < SETTINGS; i++) {
                statement.getMoreResults();
            }
            boolean taken = statement.getUpdateCount() == 1;
            statement.getMoreResults();
            try (ResultSet row = statement.getResultSet()) {
                return new Result(taken, !taken && row.next() ? StoredOperation.read(row) : null);
            }
        }
    }

    /** What is written until then stays when the work is refused. */
    void savepoint(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(SAVEPOINT);
        }
    }

    /**
     * Takes an operation that failed in a way which another try may mend, or that a person had released.
     *
     * @return whether it is ours now; not when somebody was faster
     */
    boolean takeAgain(Connection connection, OperationId id, long seenToken) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(takeAgain)) {
            statement.setShort(1, id.bucket());
            statement.setObject(2, id.id());
            statement.setLong(3, seenToken);
            return statement.executeUpdate() == 1;
        }
    }
}
