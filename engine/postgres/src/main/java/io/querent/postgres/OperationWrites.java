package io.querent.postgres;

import io.querent.runtime.journal.OperationRow;
import io.querent.saga.Amount;
import io.querent.saga.OperationKey;
import io.querent.saga.SagaId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the rows of operations that left the happy path. Their saga's row is locked by then, so no two writers meet here. */
final class OperationWrites {
    private static final String UPSERT = """
            INSERT INTO querent.operation AS o
                (bucket, saga_id, name, key, compensates, status, attempts, first_sent_at, since, amount, currency, last_error,
                saga_started_at)
            SELECT n.bucket, n.saga_id, n.name, n.key, n.compensates, n.status, n.attempts,
                n.first_sent_at::timestamptz, n.since::timestamptz, n.amount::numeric, n.currency, n.last_error,
                (SELECT g.started_at FROM querent.saga AS g WHERE g.bucket = n.bucket AND g.saga_id = n.saga_id)
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::smallint[], ?::integer[], ?::text[],
                    ?::text[], ?::text[], ?::text[], ?::text[])
                AS n(bucket, saga_id, name, key, compensates, status, attempts, first_sent_at, since, amount, currency, last_error)
            %s
            ON CONFLICT ON CONSTRAINT operation_key DO UPDATE SET
                status = excluded.status,
                attempts = excluded.attempts,
                first_sent_at = excluded.first_sent_at,
                since = excluded.since,
                saga_started_at = excluded.saga_started_at,
                amount = coalesce(excluded.amount, o.amount),
                currency = coalesce(excluded.currency, o.currency),
                last_error = coalesce(excluded.last_error, o.last_error)
            """;

    /** The condition tells the parser that what follows belongs to the insertion and not to a join. */
    private static final String UPSERT_OPERATIONS = UPSERT.formatted("WHERE true");

    private static final String UPSERT_OPERATIONS_OF_WRITTEN_SAGAS = UPSERT.formatted(SagaWrites.IF_WRITTEN);

    private static final int LONGEST_ERROR = 2_000;

    private OperationWrites() {}

    private record Row(SagaId saga, OperationRow operation) {}

    /** Adds what writes the operations of appends whose guard is known to hold. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written) {
        List<Row> rows = rows(written);
        if (!rows.isEmpty()) {
            roundTrip.changing(UPSERT_OPERATIONS, parameters -> bind(parameters, rows), rows.size());
        }
    }

    /**
     * Adds what writes the operations of those appends whose guard holds, after what writes the sagas' rows.
     *
     * @param changes looks at the number of rows written
     */
    static void addWhereWrittenTo(RoundTrip roundTrip, List<EncodedAppend> appends, RoundTrip.ChangeReader changes) {
        List<Row> rows = rows(appends);
        if (!rows.isEmpty()) {
            roundTrip.changing(UPSERT_OPERATIONS_OF_WRITTEN_SAGAS, parameters -> bind(parameters, rows), changes);
        }
    }

    private static List<Row> rows(List<EncodedAppend> appends) {
        List<Row> rows = new ArrayList<>();
        for (EncodedAppend each : appends) {
            for (OperationRow operation : each.append().operations()) {
                rows.add(new Row(each.id(), operation));
            }
        }
        return rows;
    }

    private static void bind(Parameters parameters, List<Row> rows) throws SQLException {
        int size = rows.size();
        short[] buckets = new short[size];
        UUID[] ids = new UUID[size];
        short[] statuses = new short[size];
        int[] attempts = new int[size];
        for (int i = 0; i < size; i++) {
            Row row = rows.get(i);
            buckets[i] = (short) row.saga.bucket();
            ids[i] = row.saga.value();
            statuses[i] = StatusCodes.of(row.operation.status());
            attempts[i] = row.operation.attempts();
        }
        parameters
                .shorts(buckets)
                .uuids(ids)
                .texts(texts(rows, OperationRow::name))
                .texts(texts(rows, row -> row.key().value()))
                .texts(texts(rows, row -> text(row.compensates())))
                .shorts(statuses)
                .integers(attempts)
                .texts(texts(rows, row -> text(row.firstSentAt())))
                .texts(texts(rows, row -> text(row.since())))
                .texts(texts(rows, row -> value(row.amount())))
                .texts(texts(rows, row -> currency(row.amount())))
                .texts(texts(rows, row -> storable(row.lastError())));
    }

    private static @Nullable String[] texts(List<Row> rows, Function<OperationRow, @Nullable String> column) {
        @Nullable String[] texts = new @Nullable String[rows.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = column.apply(rows.get(i).operation);
        }
        return texts;
    }

    private static @Nullable String value(@Nullable Amount amount) {
        return amount == null ? null : amount.value().toPlainString();
    }

    private static @Nullable String currency(@Nullable Amount amount) {
        return amount == null ? null : amount.currency();
    }

    private static @Nullable String text(@Nullable OperationKey key) {
        return key == null ? null : key.value();
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private static @Nullable String storable(@Nullable String text) {
        return text == null ? null : Texts.storable(text, LONGEST_ERROR);
    }
}
