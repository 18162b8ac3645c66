package io.querent.benchmarks.console;

import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** Fills a database with a population: the rows of a model saga again, under each saga's own id, key and time. */
final class Copies {
    private static final int A_STATEMENT = 20_000;
    private static final int PROGRESS = 200_000;

    private static final String MAKE_PARTITIONS = """
            SELECT querent.ensure_event_partition((statement_timestamp() - make_interval(months => back))::date)
            FROM generate_series(0, 12) AS back
            """;

    private static final String KEEP_MODELS = """
            CREATE TEMPORARY TABLE model AS SELECT * FROM querent.saga;
            CREATE TEMPORARY TABLE model_event AS SELECT * FROM querent.event;
            CREATE TEMPORARY TABLE model_operation AS SELECT * FROM querent.operation;
            CREATE TEMPORARY TABLE model_review AS SELECT * FROM querent.review;
            ANALYZE model, model_event, model_operation, model_review
            """;

    /** A saga's bucket is the first ten bits of its id. What waits does so long enough that no engine touches it meanwhile. */
    private static final String COPY = """
            WITH copy AS MATERIALIZED (
                SELECT n.id, n.key, n.merchant, statement_timestamp() - make_interval(secs => n.age) AS at,
                    ('x' || substr(n.id::text, 1, 3))::bit(12)::integer >> 2 AS of_bucket, m.*
                FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::float8[]) AS n(id, key, merchant, model, age)
                JOIN model AS m ON m.saga_id = n.model),
            saga AS (
                INSERT INTO querent.saga (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                    period, status, version, token, owner, started_at, updated_at, wake_at, ended_at)
                SELECT of_bucket, id, tenant, definition, key, definition_version, input_hash,
                    querent.event_period(at AT TIME ZONE 'UTC'), status, version, token, owner, at, at + interval '3 min',
                    CASE WHEN wake_at IS NOT NULL THEN statement_timestamp() + interval '30 d' + random() * interval '300 d' END,
                    CASE WHEN ended_at IS NOT NULL THEN at + interval '3 min' END
                FROM copy ORDER BY at),
            attribute AS (
                INSERT INTO querent.saga_attribute (started_at, bucket, saga_id, name, value)
                SELECT at, of_bucket, id, 'merchant', merchant FROM copy ORDER BY at),
            operation AS (
                INSERT INTO querent.operation (bucket, saga_id, name, key, compensates, status, attempts, first_sent_at, since,
                    last_error, saga_started_at, amount, currency)
                SELECT c.of_bucket, c.id, o.name, replace(o.key, c.business_key, c.key),
                    replace(o.compensates, c.business_key, c.key), o.status, o.attempts, c.at + interval '1 min',
                    c.at + interval '2 min', o.last_error, c.at, CASE WHEN o.amount IS NOT NULL THEN round((random() * 1000)::numeric, 2) END, o.currency
                FROM copy AS c JOIN model_operation AS o ON o.saga_id = c.saga_id),
            review AS (
                INSERT INTO querent.review (opened_at, revision, bucket, saga_id, operation, tenant, definition, business_key,
                    reason, detail)
                SELECT c.at + interval '2 min', r.revision, c.of_bucket, c.id, r.operation, c.tenant, c.definition, c.key,
                    r.reason, r.detail
                FROM copy AS c JOIN model_review AS r ON r.saga_id = c.saga_id)
            INSERT INTO querent.event (recorded_at, sequence, period, bucket, revision, saga_id, type, payload)
            SELECT c.at, e.sequence, querent.event_period(c.at AT TIME ZONE 'UTC'), c.of_bucket, e.revision, c.id, e.type,
                replace(e.payload::text, c.business_key, c.key)::json
            FROM copy AS c JOIN model_event AS e ON e.saga_id = c.saga_id ORDER BY c.at
            """;

    private final DataSource dataSource;
    private final Population population;
    private final Function<Integer, SagaId> models;

    /** @param models the model of a number's saga */
    Copies(DataSource dataSource, Population population, Function<Integer, SagaId> models) {
        this.dataSource = dataSource;
        this.population = population;
        this.models = models;
    }

    /** Adds all of the population to a database that holds models and nothing else. */
    void fill(PrintWriter out) throws SQLException {
        long begun = System.nanoTime();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            statement.execute(MAKE_PARTITIONS);
            statement.execute(KEEP_MODELS);
            for (int first = 1; first <= population.sagas(); first += A_STATEMENT) {
                int last = Math.min(population.sagas(), first + A_STATEMENT - 1);
                copy(connection, first, last);
                if (last % PROGRESS == 0 || last == population.sagas()) {
                    double seconds = (System.nanoTime() - begun) / 1e9;
                    out.println(String.format(Locale.ROOT, "%,d sagas, after %.0f s", last, seconds));
                }
            }
            statement.execute("DROP TABLE model, model_event, model_operation, model_review");
            statement.execute("RESET synchronous_commit");
        }
    }

    private void copy(Connection connection, int first, int last) throws SQLException {
        int many = last - first + 1;
        UUID[] ids = new UUID[many];
        String[] keys = new String[many];
        String[] merchants = new String[many];
        UUID[] origins = new UUID[many];
        Double[] ages = new Double[many];
        for (int i = 0; i < many; i++) {
            SagaKey key = population.key(first + i);
            ids[i] = key.id().value();
            keys[i] = key.businessKey().value();
            merchants[i] = population.merchant(first + i);
            origins[i] = models.apply(first + i).value();
            ages[i] = population.age(first + i);
        }
        try (PreparedStatement copy = connection.prepareStatement(COPY)) {
            copy.setArray(1, connection.createArrayOf("uuid", ids));
            copy.setArray(2, connection.createArrayOf("text", keys));
            copy.setArray(3, connection.createArrayOf("text", merchants));
            copy.setArray(4, connection.createArrayOf("uuid", origins));
            copy.setArray(5, connection.createArrayOf("float8", ages));
            int events = copy.executeUpdate();
            if (events < many) {
                throw new IllegalStateException("copied " + events + " rows of events, expected=" + many
                        + " at least; is there a model of each?");
            }
        }
    }
}
