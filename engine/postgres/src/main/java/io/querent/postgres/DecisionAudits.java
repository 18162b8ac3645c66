package io.querent.postgres;

import io.querent.runtime.journal.Append.Decided;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * Writes the audit of decisions in the transaction that carries them out. Whoever settles the letter afterwards, perhaps another node,
 * finds the entry there.
 */
final class DecisionAudits {
    /** What was decided is in the letter. What came by no letter is no person's. */
    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.audit
                (received_at, bucket, answer, saga_id, request_id, tenant, definition, business_key, operator, detail, content)
            SELECT m.received_at, m.bucket, 1, m.saga_id, m.message_id, m.tenant, m.definition, m.business_key, n.operator, '',
                m.payload
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::text[]) AS n(bucket, saga_id, message_id, operator)
            CROSS JOIN LATERAL (
                SELECT * FROM querent.mailbox
                WHERE bucket = n.bucket AND saga_id = n.saga_id AND message_id = n.message_id OFFSET 0) AS m
            ON CONFLICT ON CONSTRAINT audit_key DO NOTHING
            RETURNING number
            """;

    private DecisionAudits() {}

    private record Row(EncodedAppend append, Decided decided) {}

    /** Adds what writes the audit of these appends. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written) {
        List<Row> rows = new ArrayList<>();
        for (EncodedAppend each : written) {
            each.append().decided().ifPresent(decided -> rows.add(new Row(each, decided)));
        }
        if (rows.isEmpty()) {
            return;
        }
        roundTrip.returning(
                INSERT_IF_NEW,
                parameters -> parameters
                        .shorts(buckets(rows))
                        .uuids(rows.stream().map(row -> row.append.id().value()).toArray(UUID[]::new))
                        .texts(texts(rows, Decided::requestId))
                        .texts(texts(rows, Decided::operator)),
                row -> {});
    }

    private static short[] buckets(List<Row> rows) {
        short[] buckets = new short[rows.size()];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = (short) rows.get(i).append.id().bucket();
        }
        return buckets;
    }

    private static String[] texts(List<Row> rows, Function<Decided, String> column) {
        return rows.stream().map(row -> column.apply(row.decided)).toArray(String[]::new);
    }
}
