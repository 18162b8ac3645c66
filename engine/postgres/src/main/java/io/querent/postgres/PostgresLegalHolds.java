package io.querent.postgres;

import io.querent.runtime.admin.AuditLog.Deed;
import io.querent.runtime.retention.LegalHolds;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Legal holds in PostgreSQL. A hold that is placed counts up the number of holds, under the lock that a run of retention takes before it
 * lets a month go: so a hold is in time, or the history had gone before it was placed.
 */
final class PostgresLegalHolds implements LegalHolds {
    private static final String COUNT_UP = "UPDATE querent.retention SET holds = holds + 1 WHERE is_only";

    private static final String INSERT_IF_NEW_AND_FEW = """
            INSERT INTO querent.legal_hold (tenant, definition, business_key, operator, reason, request_id)
            SELECT ?, ?, ?, ?, ?, ?
            WHERE (SELECT count(*) FROM querent.legal_hold WHERE released_at IS NULL) < ?
            ON CONFLICT ON CONSTRAINT legal_hold_request DO NOTHING
            """;

    private static final String RELEASE_IF_OPEN = """
            UPDATE querent.legal_hold
            SET released_at = statement_timestamp(), released_by = ?, release_reason = ?, release_request = ?
            WHERE number = ? AND released_at IS NULL
            """;

    private static final String COLUMNS =
            "SELECT number, tenant, definition, business_key, operator, reason, placed_at,"
                    + " released_by, release_reason, released_at, request_id, release_request FROM querent.legal_hold ";

    private static final String SELECT_BY_REQUEST = COLUMNS + "WHERE request_id = ?";
    private static final String SELECT_BY_NUMBER = COLUMNS + "WHERE number = ?";

    private static final String SELECT_PAGE = COLUMNS
            + "WHERE (NOT ? OR released_at IS NULL) AND number < coalesce(?, 9223372036854775807)"
            + " ORDER BY number DESC LIMIT ?";

    private static final String SELECT_OF_SAGA = COLUMNS + """
            WHERE released_at IS NULL AND coalesce(tenant = ?, true) AND coalesce(definition = ?, true)
                AND coalesce(business_key = ?, true)
            ORDER BY number LIMIT 1
            """;

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_REASON = 2_000;

    private final Database database;

    PostgresLegalHolds(Database database) {
        this.database = database;
    }

    private record Stored(
            Hold hold, String requestId, @Nullable String releaseRequest) {}

    @Override
    public Hold place(Scope scope, String operator, String reason, String requestId) {
        HoldTexts.check(scope);
        check(scope.toString(), operator, reason, requestId);
        return database.committed("placing a hold on " + scope, connection -> {
            countUp(connection);
            boolean isNew = insert(connection, scope, operator, reason, requestId);
            Stored stored = find(connection, SELECT_BY_REQUEST, requestId).orElseThrow(() -> HoldTexts.tooMany(scope));
            if (!stored.hold().scope().equals(scope)
                    || !stored.hold().operator().equals(operator)) {
                throw HoldTexts.usedForAnother(requestId, stored.hold());
            }
            if (isNew) {
                AuditWrites.insert(connection, deed("legal-hold-placed", stored.hold(), operator, reason));
            }
            return stored.hold();
        });
    }

    @Override
    public Hold release(long number, String operator, String reason, String requestId) {
        check(String.valueOf(number), operator, reason, requestId);
        return database.committed("releasing hold " + number, connection -> {
            boolean released = release(connection, number, operator, reason, requestId);
            Stored stored = find(connection, number).orElseThrow(() -> HoldTexts.notOpen(number, "no such hold"));
            if (!released && !requestId.equals(stored.releaseRequest())) {
                throw HoldTexts.notOpen(number, "released before");
            }
            if (released) {
                AuditWrites.insert(connection, deed("legal-hold-released", stored.hold(), operator, reason));
            }
            return stored.hold();
        });
    }

    @Override
    public List<Hold> find(boolean onlyOpen, @Nullable Long before, int limit) {
        return database.autoCommitted("reading legal holds", connection -> {
            List<Hold> holds = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT_PAGE)) {
                select.setBoolean(1, onlyOpen);
                select.setObject(2, before, Types.BIGINT);
                select.setInt(3, Math.min(limit, LONGEST_PAGE));
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        holds.add(read(rows).hold());
                    }
                }
            }
            return holds;
        });
    }

    @Override
    public Optional<Hold> of(SagaKey saga) {
        return database.autoCommitted("looking for a hold on " + saga, connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT_OF_SAGA)) {
                select.setString(1, saga.tenant().value());
                select.setString(2, saga.definition());
                select.setString(3, saga.businessKey().value());
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(read(row).hold()) : Optional.empty();
                }
            }
        });
    }

    private static void countUp(Connection connection) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(COUNT_UP)) {
            if (update.executeUpdate() != 1) {
                throw new SQLException("querent.retention has lost its row", "02000");
            }
        }
    }

    private static boolean insert(Connection connection, Scope scope, String operator, String reason, String requestId)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT_IF_NEW_AND_FEW)) {
            insert.setString(1, scope.tenant());
            insert.setString(2, scope.definition());
            insert.setString(3, scope.businessKey());
            insert.setString(4, operator);
            insert.setString(5, reason);
            insert.setString(6, requestId);
            insert.setInt(7, MOST_OPEN);
            return insert.executeUpdate() == 1;
        }
    }

    private static boolean release(Connection connection, long number, String operator, String reason, String requestId)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(RELEASE_IF_OPEN)) {
            update.setString(1, operator);
            update.setString(2, reason);
            update.setString(3, requestId);
            update.setLong(4, number);
            return update.executeUpdate() == 1;
        }
    }

    private static Optional<Stored> find(Connection connection, String statement, String requestId)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(statement)) {
            select.setString(1, requestId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(read(row)) : Optional.empty();
            }
        }
    }

    private static Optional<Stored> find(Connection connection, long number) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_BY_NUMBER)) {
            select.setLong(1, number);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(read(row)) : Optional.empty();
            }
        }
    }

    private static Stored read(ResultSet row) throws SQLException {
        String releasedBy = row.getString(8);
        Release release = releasedBy == null
                ? null
                : new Release(
                        releasedBy,
                        row.getString(9),
                        row.getObject(10, OffsetDateTime.class).toInstant());
        Hold hold = new Hold(
                row.getLong(1),
                new Scope(row.getString(2), row.getString(3), row.getString(4)),
                row.getString(5),
                row.getString(6),
                row.getObject(7, OffsetDateTime.class).toInstant(),
                release);
        return new Stored(hold, row.getString(11), row.getString(12));
    }

    /** Under an id of the hold's own: what a sender chose stays free for what it was chosen for. */
    private static Deed deed(String action, Hold hold, String operator, String reason) {
        return new Deed(
                action + ":" + hold.number(),
                operator,
                action,
                null,
                "APPLIED",
                reason,
                "hold " + hold.number() + " on " + hold.scope(),
                "{\"hold\":" + hold.number() + "}");
    }

    private static void check(String scope, String operator, String reason, String requestId) {
        HoldTexts.check(scope, "operator", operator, LONGEST_NAME);
        HoldTexts.check(scope, "reason", reason, LONGEST_REASON);
        HoldTexts.check(scope, "request id", requestId, LONGEST_NAME);
    }
}
