package io.querent.postgres;

import io.querent.runtime.admin.AuditLog.Deed;
import io.querent.runtime.admin.CaseNotes;
import io.querent.saga.QuerentException;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Claims and comments of reviews. What is written is audited by the same commit. Thread-safe. */
final class PostgresCaseNotes implements CaseNotes {
    /** A review that is closed at this very moment keeps a claim that nobody sees. Holding its row would hold up the saga's node. */
    private static final String CLAIM_IF_OPEN_AND_FREE = """
            INSERT INTO querent.case_claim (bucket, saga_id, operation, revision, operator)
            SELECT bucket, saga_id, operation, revision, ?
            FROM querent.review
            WHERE bucket = ? AND saga_id = ? AND operation = ? AND revision = ? AND closed_at IS NULL
            ON CONFLICT ON CONSTRAINT case_claim_key DO NOTHING
            """;

    private static final String SELECT_IF_OPEN = """
            SELECT c.operator, c.since FROM querent.case_claim AS c
            JOIN querent.review AS r USING (bucket, saga_id, operation, revision)
            WHERE bucket = ? AND saga_id = ? AND operation = ? AND revision = ? AND r.closed_at IS NULL
            """;

    private static final String RELEASE =
            "DELETE FROM querent.case_claim WHERE bucket = ? AND saga_id = ? AND operation = ? AND revision = ?";

    private static final String SELECT_CLAIMS = """
            SELECT n.place, c.operator, c.since
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::bigint[]) WITH ORDINALITY
                AS n(bucket, saga_id, operation, revision, place)
            CROSS JOIN LATERAL (
                SELECT * FROM querent.case_claim
                WHERE bucket = n.bucket AND saga_id = n.saga_id AND operation = n.operation AND revision = n.revision OFFSET 0) AS c
            """;

    private static final String INSERT_COMMENT_IF_NEW = """
            INSERT INTO querent.case_comment (bucket, saga_id, operation, revision, operator, request_id, body)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT ON CONSTRAINT case_comment_key DO NOTHING
            """;

    private static final String SELECT_COMMENTS = """
            SELECT operation, revision, operator, body, written_at FROM querent.case_comment
            WHERE bucket = ? AND saga_id = ? ORDER BY written_at, request_id LIMIT 1000
            """;

    private static final int LONGEST_COMMENT = 2_000;

    private final Database database;

    PostgresCaseNotes(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Claim> claim(CaseId id, String operator, String requestId) {
        return database.committed("claiming a case of " + id.saga(), connection -> {
            boolean isNew = claim(connection, id, operator);
            Optional<Claim> now = find(connection, id);
            if (isNew) {
                AuditWrites.insert(connection, deed(id, operator, "case-claimed", ""));
            }
            return now;
        });
    }

    @Override
    public boolean release(CaseId id, String operator, String requestId) {
        return database.committed("releasing a case of " + id.saga(), connection -> {
            try (PreparedStatement delete = connection.prepareStatement(RELEASE)) {
                bind(delete, 1, id);
                boolean released = delete.executeUpdate() == 1;
                if (released) {
                    AuditWrites.insert(connection, deed(id, operator, "case-released", ""));
                }
                return released;
            }
        });
    }

    @Override
    public void comment(CaseId id, String operator, String text, String requestId) {
        if (text.isBlank() || text.length() > LONGEST_COMMENT || !Texts.isStorable(text)) {
            throw new QuerentException(
                    "QRT-6003",
                    "a comment says nothing or too much; key=" + id.saga() + ", expected=1 to " + LONGEST_COMMENT
                            + " characters without U+0000 and lone surrogates, found=" + text.length()
                            + "; shorten it, or say it in several");
        }
        database.committed("commenting on a case of " + id.saga(), connection -> {
            try (PreparedStatement insert = connection.prepareStatement(INSERT_COMMENT_IF_NEW)) {
                bind(insert, 1, id);
                insert.setString(5, operator);
                insert.setString(6, requestId);
                insert.setString(7, text);
                boolean isNew = insert.executeUpdate() == 1;
                return isNew && AuditWrites.insert(connection, deed(id, operator, "case-commented", text));
            }
        });
    }

    @Override
    public Map<CaseId, Claim> claims(Collection<CaseId> ids) {
        List<CaseId> asked = List.copyOf(ids);
        return database.autoCommitted("reading claims", connection -> {
            Map<CaseId, Claim> claims = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT_CLAIMS)) {
                bind(select, asked);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        claims.put(asked.get(rows.getInt(1) - 1), claim(rows, 2));
                    }
                }
            }
            return claims;
        });
    }

    @Override
    public List<Comment> comments(SagaKey saga) {
        return database.autoCommitted("reading comments about " + saga, connection -> {
            List<Comment> comments = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SELECT_COMMENTS)) {
                select.setShort(1, (short) saga.id().bucket());
                select.setObject(2, saga.id().value());
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        comments.add(new Comment(
                                new CaseId(saga, rows.getString(1), rows.getLong(2)),
                                rows.getString(3),
                                rows.getString(4),
                                rows.getObject(5, OffsetDateTime.class).toInstant()));
                    }
                }
            }
            return comments;
        });
    }

    private static boolean claim(Connection connection, CaseId id, String operator) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(CLAIM_IF_OPEN_AND_FREE)) {
            insert.setString(1, operator);
            bind(insert, 2, id);
            return insert.executeUpdate() == 1;
        }
    }

    private static Optional<Claim> find(Connection connection, CaseId id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_IF_OPEN)) {
            bind(select, 1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(claim(row, 1)) : Optional.empty();
            }
        }
    }

    private static Claim claim(ResultSet row, int first) throws SQLException {
        return new Claim(
                row.getString(first),
                row.getObject(first + 1, OffsetDateTime.class).toInstant());
    }

    /** Under an id that nobody can choose: a decision's entry stands under the id that its sender chose. */
    private static Deed deed(CaseId id, String operator, String action, String reason) {
        String content = "{\"revision\":" + id.revision() + "}";
        return new Deed(
                action + ":" + UUID.randomUUID(),
                operator,
                action,
                id.saga(),
                "APPLIED",
                reason,
                id.operation(),
                content);
    }

    private static void bind(PreparedStatement statement, int first, CaseId id) throws SQLException {
        statement.setShort(first, (short) id.saga().id().bucket());
        statement.setObject(first + 1, id.saga().id().value());
        statement.setString(first + 2, id.operation());
        statement.setLong(first + 3, id.revision());
    }

    private static void bind(PreparedStatement select, List<CaseId> ids) throws SQLException {
        short[] buckets = new short[ids.size()];
        UUID[] sagas = new UUID[ids.size()];
        String[] operations = new String[ids.size()];
        long[] revisions = new long[ids.size()];
        for (int i = 0; i < buckets.length; i++) {
            SagaId saga = ids.get(i).saga().id();
            buckets[i] = (short) saga.bucket();
            sagas[i] = saga.value();
            operations[i] = ids.get(i).operation();
            revisions[i] = ids.get(i).revision();
        }
        Parameters.of(select).shorts(buckets).uuids(sagas).texts(operations).longs(revisions);
    }
}
