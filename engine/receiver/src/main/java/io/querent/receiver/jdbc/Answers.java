package io.querent.receiver.jdbc;

import io.querent.receiver.Body;
import io.querent.receiver.OperationAnswer;
import io.querent.receiver.OperationRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores what was answered and gives it back byte for byte. */
final class Answers {
    /** The period is the row's own, so that a minute which ends between the two statements does not part them. */
    private static final String INSERT = """
            INSERT INTO querent_receiver.operation_answer (token, period, bucket, operation_id, refusal_code, content_type, headers, body,
                reference)
            SELECT r.token, r.period, r.bucket, r.operation_id, ?, ?, ?, ?, ?
            FROM querent_receiver.operation_record r WHERE r.bucket = ? AND r.operation_id = ? AND r.token = ? AND r.status = ?
            """;

    private static final String REFUSE = """
            ROLLBACK TO SAVEPOINT querent_work;
            UPDATE querent_receiver.operation_record SET status = 11 WHERE bucket = ? AND operation_id = ? AND token = ? AND status = 10
            """;

    private final String insert;
    private final String refuse;
    private final int inlineBytes;
    private final ResultStore store;

    Answers(SqlText sql, GuardSettings settings, ResultStore store) {
        this.insert = sql.of(INSERT);
        this.refuse = sql.of(REFUSE);
        this.inlineBytes = settings.inlineBytes();
        this.store = store;
    }

    /** Of a row that says already what came of it. */
    void store(Connection connection, OperationRequest request, long token, OperationAnswer answer) throws Exception {
        store(connection, request.caller(), request.key(), token, answer);
    }

    /** Of a row that says already what came of it. */
    void store(Connection connection, String caller, String key, long token, OperationAnswer answer) throws Exception {
        OperationId id = OperationId.of(caller, key);
        Body body = answer.body();
        byte[] bytes = body.bytes();
        boolean inline = bytes.length <= inlineBytes;
        String reference = inline ? null : store.put(connection, caller, key, token, body);
        OperationAnswer.@Nullable Refused refused = answer instanceof OperationAnswer.Refused no ? no : null;
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setString(1, refused == null ? null : refused.code());
            statement.setString(2, body.contentType());
            statement.setString(3, StoredHeaders.write(body.headers()));
            statement.setBytes(4, inline ? bytes : null);
            statement.setString(5, reference);
            statement.setShort(6, id.bucket());
            statement.setObject(7, id.id());
            statement.setLong(8, token);
            statement.setShort(9, refused == null ? StatusCode.FIRST_FINAL : (short) 11);
            if (statement.executeUpdate() != 1) {
                throw new SQLException("the row of the operation is not there any more; key=" + key);
            }
        }
    }

    /** Undoes what the work has written since the savepoint, and has the row say that it was refused. */
    void refuse(Connection connection, OperationId id, long token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(refuse)) {
            statement.setShort(1, id.bucket());
            statement.setObject(2, id.id());
            statement.setLong(3, token);
            statement.execute();
            statement.getMoreResults();
            if (statement.getUpdateCount() != 1) {
                throw new SQLException("the row of the operation is not there any more");
            }
        }
    }

    /** Empty when it is kept no longer. */
    Optional<OperationAnswer> of(Connection connection, StoredOperation stored) throws Exception {
        String contentType = stored.contentType();
        if (contentType == null) {
            return Optional.empty();
        }
        String reference = stored.reference();
        Optional<byte[]> bytes =
                reference == null ? Optional.ofNullable(stored.body()) : store.get(connection, reference);
        String code = stored.refusalCode();
        return bytes.map(each -> new Body(contentType, each, StoredHeaders.read(stored.headers())))
                .map(body -> code == null ? OperationAnswer.succeeded(body) : OperationAnswer.refused(code, body));
    }
}
