package io.querent.benchmarks.growth;

import io.querent.benchmarks.contender.Order;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * Fills a database with sagas that ended over the last year. The engine runs a few; all others are copies of the last one's rows under random ids, so
 * they are like real ones to the byte, and in the order in which real ones would lie: sagas by their start, events in their month.
 */
final class FinishedSagas {
    private static final int A_STATEMENT = 100_000;
    private static final int MONTHS = 12;
    private static final int MODELS = 5;
    private static final String MODEL = "model-";
    private static final int PROGRESS = 1_000_000;

    private static final String MAKE_PARTITIONS = """
            SELECT querent.ensure_event_partition((statement_timestamp() - make_interval(months => back))::date)
            FROM generate_series(0, ?) AS back
            """;

    /** A saga's id is a digest, its bucket the first ten bits. */
    private static final String COPY = """
            WITH model AS MATERIALIZED (
                SELECT * FROM querent.saga WHERE bucket = ? AND saga_id = ?),
            told AS MATERIALIZED (
                SELECT e.* FROM querent.event AS e JOIN model AS m
                    ON e.bucket = m.bucket AND e.period = m.period AND e.saga_id = m.saga_id
                ORDER BY e.sequence LIMIT ?),
            numbered AS (
                SELECT i, md5('finished-' || i) AS digest, statement_timestamp() - interval '1 year' * (1 - i / ?::float8) AS at
                FROM generate_series(?, ?) AS i),
            saga AS (
                INSERT INTO querent.saga (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                    period, status, version, token, started_at, updated_at, ended_at)
                SELECT ('x' || substr(n.digest, 1, 3))::bit(12)::integer >> 2, n.digest::uuid, m.tenant, m.definition,
                    'finished-' || n.i, m.definition_version, m.input_hash, querent.event_period(n.at AT TIME ZONE 'UTC'), m.status,
                    m.version, m.token, n.at, n.at, n.at
                FROM numbered AS n CROSS JOIN model AS m
                ORDER BY n.i
                RETURNING bucket, saga_id, period, started_at)
            INSERT INTO querent.event
                (transaction_id, recorded_at, sequence, period, bucket, revision, saga_id, type, payload)
            SELECT (SELECT pg_current_xact_id()::text::bigint), s.started_at, e.sequence, s.period, s.bucket, e.revision,
                s.saga_id, e.type, e.payload
            FROM saga AS s CROSS JOIN told AS e
            ORDER BY s.bucket, s.period, s.saga_id, e.sequence
            """;

    private final DataSource dataSource;
    private final PrintWriter out;

    FinishedSagas(DataSource dataSource, PrintWriter out) {
        this.dataSource = dataSource;
        this.out = out;
    }

    /**
     * Adds sagas to a database that has the schema and nothing else.
     *
     * @param rowsOfEach the first rows of a saga's events, each of what was written at once; fewer than all where there is no room
     */
    void fill(long sagas, int rowsOfEach) throws Exception {
        if (sagas == 0) {
            return;
        }
        try (GrowthEngine engine = new GrowthEngine(dataSource, "filler", Job.STANDARD)) {
            // The first ones may have to wait for a share of the downstream, which is an append more.
            for (int i = 1; i <= MODELS; i++) {
                engine.run(Order.numbered(MODEL + i, i));
            }
        }
        long begun = System.nanoTime();
        try (Connection connection = dataSource.getConnection()) {
            settings(connection);
            for (long first = 1; first <= sagas; first += A_STATEMENT) {
                long last = Math.min(sagas, first + A_STATEMENT - 1);
                copy(connection, rowsOfEach, sagas, first, last);
                if (last % PROGRESS == 0 || last == sagas) {
                    out.println(String.format(
                            Locale.ROOT,
                            "%,d finished sagas with %d rows of events each, after %.0f s",
                            last,
                            rowsOfEach,
                            (System.nanoTime() - begun) / 1e9));
                }
            }
            settle(connection);
        }
    }

    private static void settings(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                PreparedStatement partitions = connection.prepareStatement(MAKE_PARTITIONS)) {
            statement.execute("SET synchronous_commit = off");
            partitions.setInt(1, MONTHS);
            partitions.execute();
        }
    }

    private static void copy(Connection connection, int rowsOfEach, long sagas, long first, long last)
            throws SQLException {
        try (PreparedStatement copy = connection.prepareStatement(COPY)) {
            SagaId model = SagaKey.of(GrowthSaga.of(Job.STANDARD).name(), MODEL + MODELS)
                    .id();
            copy.setInt(1, model.bucket());
            copy.setObject(2, model.value());
            copy.setInt(3, rowsOfEach);
            copy.setLong(4, sagas);
            copy.setLong(5, first);
            copy.setLong(6, last);
            long added = copy.executeUpdate();
            long expected = (last - first + 1) * rowsOfEach;
            if (added != expected) {
                throw new IllegalStateException("filled in " + added + " rows of events, expected=" + expected);
            }
        }
    }

    /** As autovacuum would have left them long ago; else it would do so while somebody is measured. */
    private static void settle(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("RESET synchronous_commit");
            statement.execute("VACUUM (FREEZE, ANALYZE) querent.saga, querent.event");
            statement.execute("CHECKPOINT");
        }
    }
}
