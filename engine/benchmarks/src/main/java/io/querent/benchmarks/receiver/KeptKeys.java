package io.querent.benchmarks.receiver;

import io.querent.receiver.Body;
import io.querent.receiver.OperationRequest;
import io.querent.receiver.jdbc.ReceiverSchema;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * Keys that were done in the past, written by SQL as the guard would have written them: the same ids, hashes and columns, so that each can
 * be replayed through the guard. Answers lie with the newest of them only, as retention leaves it.
 */
final class KeptKeys {
    static final String CALLER = "kept";
    private static final byte[] JSON =
            "{\"account\":\"A\",\"amount\":100,\"currency\":\"EUR\"}".getBytes(StandardCharsets.UTF_8);
    private static final long A_STATEMENT = 200_000;
    private static final long PROGRESS = 2_000_000;

    /** An operation's id is the beginning of a digest of caller and key, its bucket the first ten bits of the id. */
    private static final String INSERT_KEYS = """
            WITH made AS (
                SELECT i, substring(sha256(convert_to('kept' || chr(10) || 'payment-' || i, 'UTF8')) FROM 1 FOR 16) AS id
                FROM generate_series(?::bigint, ?::bigint) AS i)
            INSERT INTO querent_receiver.operation_record (first_at, ended_at, token, period, attempts, hash_version, bucket, status,
                operation_id, hash, caller, operation_key)
            SELECT now(), now(), 1, querent_receiver.period_of(now()), 1, ?,
                (get_byte(id, 0) * 4 + get_byte(id, 1) / 64)::smallint, 10, encode(id, 'hex')::uuid, ?, 'kept', 'payment-' || i
            FROM made
            """;

    private static final String INSERT_ANSWERS = """
            WITH made AS (
                SELECT i, substring(sha256(convert_to('kept' || chr(10) || 'payment-' || i, 'UTF8')) FROM 1 FOR 16) AS id
                FROM generate_series(?::bigint, ?::bigint) AS i)
            INSERT INTO querent_receiver.operation_answer (token, period, bucket, operation_id, content_type, body)
            SELECT 1, querent_receiver.period_of(now()), (get_byte(id, 0) * 4 + get_byte(id, 1) / 64)::smallint,
                encode(id, 'hex')::uuid, 'application/json', convert_to(?, 'UTF8')
            FROM made
            """;

    private static final String COUNT_FILLED = "SELECT coalesce(max(filled), 0) FROM benchmark_filled";

    private static final String MARK = "INSERT INTO benchmark_filled (filled) VALUES (?)";

    private final DataSource dataSource;
    private final long answers;
    private final PrintWriter out;

    /** @param answers of how many of the newest keys of each filling the answer is still kept */
    KeptKeys(DataSource dataSource, long answers, PrintWriter out) {
        this.dataSource = dataSource;
        this.answers = answers;
        this.out = out;
    }

    static OperationRequest request(long number) {
        return OperationRequest.of(CALLER, "payment-" + number, JSON);
    }

    static OperationRequest fresh(String run, long number) {
        return OperationRequest.of(CALLER, run + "-" + number, JSON);
    }

    static Body answer() {
        return Body.json(
                "{\"status\":\"BOOKED\",\"bankReference\":\"B-2026-11-30-0001\",\"amount\":\"100.00\",\"currency\":\"EUR\"}");
    }

    /** How many keys an earlier run has filled the tables with. */
    long filled() throws SQLException {
        ReceiverSchema.migrate(dataSource);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS benchmark_filled (filled bigint NOT NULL)");
            try (ResultSet row = statement.executeQuery(COUNT_FILLED)) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Brings the tables to that many keys; what an earlier run has filled counts. */
    void fillTo(long keys) throws SQLException {
        long filled = filled();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            long firstAnswer = Math.max(filled, keys - answers) + 1;
            while (filled < keys) {
                long until = Math.min(keys, filled + A_STATEMENT);
                keys(connection, filled + 1, until);
                if (until >= firstAnswer) {
                    answers(connection, Math.max(filled + 1, firstAnswer), until);
                }
                mark(connection, until);
                filled = until;
                if (filled % PROGRESS == 0) {
                    out.println(String.format(Locale.ROOT, "filled %,d keys", filled));
                }
            }
            statement.execute("VACUUM ANALYZE querent_receiver.operation_record");
            statement.execute("VACUUM ANALYZE querent_receiver.operation_answer");
            statement.execute("CHECKPOINT");
        }
    }

    private static void keys(Connection connection, long from, long until) throws SQLException {
        OperationRequest model = request(0);
        try (PreparedStatement insert = connection.prepareStatement(INSERT_KEYS)) {
            insert.setLong(1, from);
            insert.setLong(2, until);
            insert.setInt(3, model.hash().version());
            insert.setBytes(4, HexFormat.of().parseHex(model.hash().hex()));
            require(insert.executeUpdate(), until - from + 1);
        }
    }

    private static void answers(Connection connection, long from, long until) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT_ANSWERS)) {
            insert.setLong(1, from);
            insert.setLong(2, until);
            insert.setString(3, answer().text());
            require(insert.executeUpdate(), until - from + 1);
        }
    }

    private static void mark(Connection connection, long filled) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(MARK)) {
            insert.setLong(1, filled);
            require(insert.executeUpdate(), 1);
        }
    }

    private static void require(long rows, long expected) {
        if (rows != expected) {
            throw new IllegalStateException(rows + " rows were written, not " + expected);
        }
    }
}
