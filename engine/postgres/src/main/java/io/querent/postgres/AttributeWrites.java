package io.querent.postgres;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Writes what people search sagas by, with the sagas' start. */
final class AttributeWrites {
    /** An attribute that is there already is of a saga that was lost: what was started now counts. */
    private static final String WRITE_ATTRIBUTES = """
            INSERT INTO querent.saga_attribute (bucket, saga_id, name, value, started_at)
            SELECT n.bucket, n.saga_id, n.name, n.value, s.started_at
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::text[]) AS n(bucket, saga_id, name, value)
            CROSS JOIN LATERAL (
                SELECT started_at FROM querent.saga WHERE bucket = n.bucket AND saga_id = n.saga_id OFFSET 0) AS s
            WHERE n.bucket BETWEEN 0 AND 1023
            ON CONFLICT ON CONSTRAINT saga_attribute_key DO UPDATE SET
                value = excluded.value, started_at = excluded.started_at
            """;

    private AttributeWrites() {}

    private record Row(EncodedAppend append, String name, String value) {}

    /** Adds what writes the attributes of these appends. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written) {
        List<Row> rows = new ArrayList<>();
        for (EncodedAppend append : written) {
            append.append().attributes().forEach((name, value) -> rows.add(new Row(append, name, value)));
        }
        if (!rows.isEmpty()) {
            roundTrip.changing(WRITE_ATTRIBUTES, parameters -> bind(parameters, rows), rows.size());
        }
    }

    private static void bind(Parameters parameters, List<Row> rows) throws SQLException {
        short[] buckets = new short[rows.size()];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = (short) rows.get(i).append().id().bucket();
        }
        parameters
                .shorts(buckets)
                .uuids(rows.stream().map(row -> row.append().id().value()).toArray(UUID[]::new))
                .texts(texts(rows, Row::name))
                .texts(texts(rows, Row::value));
    }

    private static String[] texts(List<Row> rows, Function<Row, String> column) {
        return rows.stream().map(column).toArray(String[]::new);
    }
}
