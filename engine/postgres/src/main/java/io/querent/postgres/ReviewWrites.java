package io.querent.postgres;

import io.querent.runtime.journal.ReviewChange;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Keeps the queue of reviews. The saga's row is locked by then, so no two writers meet here. */
final class ReviewWrites {
    private static final String CLOSE_REVIEWS = """
            UPDATE querent.review AS r
            SET closed_at = n.at::timestamptz
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::text[]) AS n(bucket, saga_id, operation, at)
            WHERE r.bucket = n.bucket AND r.saga_id = n.saga_id AND r.operation = n.operation AND r.closed_at IS NULL
            RETURNING r.revision
            """;

    /** A row that is there already is of a history that was lost: what is stored now counts. */
    private static final String OPEN_REVIEWS = """
            INSERT INTO querent.review
                (bucket, saga_id, operation, revision, opened_at, reason, detail, tenant, definition, business_key)
            SELECT n.bucket, n.saga_id, n.operation, n.revision, n.at::timestamptz, n.reason, n.detail, n.tenant,
                n.definition, n.business_key
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[],
                    ?::text[], ?::text[])
                AS n(bucket, saga_id, operation, revision, at, reason, detail, tenant, definition, business_key)
            ON CONFLICT ON CONSTRAINT review_key DO UPDATE SET
                opened_at = excluded.opened_at, closed_at = NULL, reason = excluded.reason, detail = excluded.detail
            """;

    private static final int LONGEST_DETAIL = 2_000;

    private ReviewWrites() {}

    private record Row<C extends ReviewChange>(EncodedAppend append, C change) {}

    /** Adds what writes the reviews of these appends. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written) {
        List<Row<ReviewChange.Closed>> closed = new ArrayList<>();
        List<Row<ReviewChange.Opened>> opened = new ArrayList<>();
        for (EncodedAppend append : written) {
            for (ReviewChange change : append.append().reviews()) {
                if (change instanceof ReviewChange.Closed closing) {
                    closed.add(new Row<>(append, closing));
                } else if (change instanceof ReviewChange.Opened opening) {
                    opened.add(new Row<>(append, opening));
                }
            }
        }
        if (!closed.isEmpty()) {
            close(roundTrip, closed);
        }
        if (!opened.isEmpty()) {
            open(roundTrip, opened);
        }
    }

    /** A review that an older version opened has no row: closing it changes none, and that is all right. */
    private static void close(RoundTrip roundTrip, List<Row<ReviewChange.Closed>> rows) {
        roundTrip.returning(
                CLOSE_REVIEWS,
                parameters -> parameters
                        .shorts(buckets(rows))
                        .uuids(ids(rows))
                        .texts(texts(rows, row -> row.change().operation()))
                        .texts(texts(rows, row -> row.change().at().toString())),
                row -> {});
    }

    private static void open(RoundTrip roundTrip, List<Row<ReviewChange.Opened>> rows) {
        long[] revisions =
                rows.stream().mapToLong(row -> row.change().revision()).toArray();
        roundTrip.changing(
                OPEN_REVIEWS,
                parameters -> parameters
                        .shorts(buckets(rows))
                        .uuids(ids(rows))
                        .texts(texts(rows, row -> row.change().operation()))
                        .longs(revisions)
                        .texts(texts(rows, row -> row.change().at().toString()))
                        .texts(texts(rows, row -> row.change().reason().name()))
                        .texts(texts(rows, row -> Texts.storable(row.change().detail(), LONGEST_DETAIL)))
                        .texts(texts(
                                rows,
                                row -> row.append().append().key().tenant().value()))
                        .texts(texts(rows, row -> row.append().append().key().definition()))
                        .texts(texts(
                                rows,
                                row -> row.append().append().key().businessKey().value())),
                rows.size());
    }

    private static short[] buckets(List<? extends Row<?>> rows) {
        short[] buckets = new short[rows.size()];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = (short) rows.get(i).append().id().bucket();
        }
        return buckets;
    }

    private static UUID[] ids(List<? extends Row<?>> rows) {
        return rows.stream().map(row -> row.append().id().value()).toArray(UUID[]::new);
    }

    private static <C extends ReviewChange> String[] texts(List<Row<C>> rows, Column<C> column) {
        return rows.stream().map(column::of).toArray(String[]::new);
    }

    private interface Column<C extends ReviewChange> {
        String of(Row<C> row);
    }
}
