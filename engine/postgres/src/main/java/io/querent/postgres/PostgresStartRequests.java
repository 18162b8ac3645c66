package io.querent.postgres;

import io.querent.runtime.admin.StartRequests;
import io.querent.saga.BusinessKey;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Idempotency keys of starts in PostgreSQL. */
final class PostgresStartRequests implements StartRequests {
    /** One that was taken long ago and not finished may be taken again, by the same request: what it started it finds again. */
    private static final String TAKE_IF_FREE = """
            INSERT INTO querent.start_request AS r (scope, key, request_hash) VALUES (?, ?, ?)
            ON CONFLICT ON CONSTRAINT start_request_key DO UPDATE SET taken_at = clock_timestamp()
            WHERE r.finished_at IS NULL AND r.request_hash = excluded.request_hash
                AND r.taken_at <= clock_timestamp() - make_interval(secs => ?)
            """;

    private static final String SELECT_ONE = """
            SELECT request_hash, tenant, definition, business_key FROM querent.start_request WHERE scope = ? AND key = ?
            """;

    private static final String FINISH_IF_OPEN = """
            UPDATE querent.start_request
            SET finished_at = clock_timestamp(), tenant = ?, definition = ?, business_key = ?
            WHERE scope = ? AND key = ? AND finished_at IS NULL
            """;

    private static final String RELEASE_IF_OPEN =
            "DELETE FROM querent.start_request WHERE scope = ? AND key = ? AND finished_at IS NULL";

    private static final String DELETE_OLD = """
            DELETE FROM querent.start_request AS r
            USING (
                SELECT scope, key FROM querent.start_request
                WHERE taken_at < statement_timestamp() - make_interval(secs => ?)
                ORDER BY taken_at LIMIT ?
                FOR UPDATE SKIP LOCKED) AS old
            WHERE r.scope = old.scope AND r.key = old.key
            """;

    private final Database database;

    PostgresStartRequests(Database database) {
        this.database = database;
    }

    private record Stored(String requestHash, @Nullable SagaKey saga) {}

    @Override
    public Taken take(String scope, String key, String requestHash, Duration underWay) {
        People.fit("scope", "scope", scope, 1, 200);
        People.fit(scope, "idempotency key", key, 1, 300);
        People.fit(scope, "request hash", requestHash, 1, 200);
        return database.committed("taking an idempotency key", connection -> {
            if (insert(connection, scope, key, requestHash, underWay)) {
                return new Taken.Yours();
            }
            Stored stored = find(connection, scope, key)
                    // Let go of in between: the next try takes it.
                    .orElseThrow(() -> new SQLException("an idempotency key was let go of meanwhile", "40001"));
            if (!stored.requestHash().equals(requestHash)) {
                return new Taken.OtherRequest(Optional.ofNullable(stored.saga()));
            }
            return stored.saga() == null ? new Taken.UnderWay() : new Taken.Finished(stored.saga());
        });
    }

    @Override
    public void finish(String scope, String key, SagaKey saga) {
        // None is changed when it was finished before, or forgotten: the saga itself is found by its own key either
        // way.
        int unused = database.autoCommitted("finishing an idempotency key", connection -> {
            try (PreparedStatement update = connection.prepareStatement(FINISH_IF_OPEN)) {
                update.setString(1, saga.tenant().value());
                update.setString(2, saga.definition());
                update.setString(3, saga.businessKey().value());
                update.setString(4, scope);
                update.setString(5, key);
                return update.executeUpdate();
            }
        });
    }

    @Override
    public void release(String scope, String key) {
        // None is deleted when it was finished by another try of the same request: that one counts.
        int unused = database.autoCommitted("letting go of an idempotency key", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(RELEASE_IF_OPEN)) {
                delete.setString(1, scope);
                delete.setString(2, key);
                return delete.executeUpdate();
            }
        });
    }

    @Override
    public int forget(Duration age, int limit) {
        return database.autoCommitted("forgetting idempotency keys", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(DELETE_OLD)) {
                delete.setDouble(1, WakeUp.seconds(age));
                delete.setInt(2, limit);
                return delete.executeUpdate();
            }
        });
    }

    private static boolean insert(
            Connection connection, String scope, String key, String requestHash, Duration underWay)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(TAKE_IF_FREE)) {
            insert.setString(1, scope);
            insert.setString(2, key);
            insert.setString(3, requestHash);
            insert.setDouble(4, WakeUp.seconds(underWay));
            return insert.executeUpdate() == 1;
        }
    }

    private static Optional<Stored> find(Connection connection, String scope, String key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_ONE)) {
            select.setString(1, scope);
            select.setString(2, key);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(new Stored(row.getString(1), saga(row))) : Optional.empty();
            }
        }
    }

    private static @Nullable SagaKey saga(ResultSet row) throws SQLException {
        String tenant = row.getString(2);
        return tenant == null
                ? null
                : new SagaKey(new Tenant(tenant), row.getString(3), new BusinessKey(row.getString(4)));
    }
}
