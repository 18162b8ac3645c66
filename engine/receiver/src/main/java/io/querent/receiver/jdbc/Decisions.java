package io.querent.receiver.jdbc;

import io.querent.receiver.Body;
import io.querent.receiver.OperationDecision;
import io.querent.receiver.OperationDecision.Verdict;
import io.querent.receiver.OperationTransition;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The audit of people's decisions. Rows are only ever added. */
final class Decisions {
    private static final String INSERT = """
            INSERT INTO querent_receiver.operation_decision
                (decided_at, token, bucket, status_before, status_after, operation_id, request_id, operator, decision, reason)
            VALUES (statement_timestamp(), ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (bucket, operation_id, request_id) DO NOTHING
            """;

    private static final String SELECT = """
            SELECT request_id, operator, reason, decision, status_before, status_after, token, decided_at
            FROM querent_receiver.operation_decision
            WHERE bucket = ? AND operation_id = ? AND (?::text IS NULL OR request_id = ?) ORDER BY decided_at, token LIMIT 1000
            """;

    private final String insert;
    private final String select;

    Decisions(SqlText sql) {
        this.insert = sql.of(INSERT);
        this.select = sql.of(SELECT);
    }

    /** What is compared when a request comes again; bodies by their digest. */
    static String inWords(Verdict verdict) {
        if (verdict instanceof Verdict.RunAgain) {
            return "run again";
        } else if (verdict instanceof Verdict.TookEffect effect) {
            return "took effect: " + inWords(effect.answer());
        }
        Verdict.Refuse refuse = (Verdict.Refuse) verdict;
        return "refuse as " + refuse.code() + ": " + inWords(refuse.answer());
    }

    private static String inWords(Body body) {
        String headers = StoredHeaders.write(body.headers());
        return body + ", SHA-256 " + digest(body.bytes())
                + (headers == null ? "" : ", of headers " + digest(headers.getBytes(StandardCharsets.UTF_8)));
    }

    private static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(Digests.sha256(bytes));
    }

    /** @return whether it was not there yet */
    boolean write(
            Connection connection,
            OperationId id,
            OperationDecision decision,
            OperationTransition transition,
            long token)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setLong(1, token);
            statement.setShort(2, id.bucket());
            statement.setShort(3, StatusCode.of(Objects.requireNonNull(transition.from())));
            statement.setShort(4, StatusCode.of(transition.to()));
            statement.setObject(5, id.id());
            statement.setString(6, decision.requestId());
            statement.setString(7, decision.operator());
            statement.setString(8, inWords(decision.verdict()));
            statement.setString(9, decision.reason());
            return statement.executeUpdate() == 1;
        }
    }

    Optional<DecisionEntry> find(Connection connection, OperationId id, String requestId) throws SQLException {
        return read(connection, id, requestId).stream().findFirst();
    }

    List<DecisionEntry> of(Connection connection, OperationId id) throws SQLException {
        return read(connection, id, null);
    }

    private List<DecisionEntry> read(Connection connection, OperationId id, @Nullable String requestId)
            throws SQLException {
        List<DecisionEntry> entries = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setShort(1, id.bucket());
            statement.setObject(2, id.id());
            statement.setString(3, requestId);
            statement.setString(4, requestId);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    entries.add(read(rows));
                }
            }
        }
        return entries;
    }

    private static DecisionEntry read(ResultSet row) throws SQLException {
        return new DecisionEntry(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                StatusCode.read(row.getInt(5)),
                StatusCode.read(row.getInt(6)),
                row.getLong(7),
                row.getObject(8, OffsetDateTime.class).toInstant());
    }
}
