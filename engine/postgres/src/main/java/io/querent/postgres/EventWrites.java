package io.querent.postgres;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes the events of appends whose guard held. */
final class EventWrites {
    /** The transaction's id is drawn once, not once a row. */
    private static final String INSERT_EVENTS = """
            INSERT INTO querent.event (bucket, saga_id, period, sequence, type, revision, payload, transaction_id)
            SELECT n.bucket, n.saga_id, n.period, n.sequence, n.type, n.revision, n.payload::json,
                (SELECT pg_current_xact_id()::text::bigint)
            FROM unnest(?::smallint[], ?::uuid[], ?::integer[], ?::text[], ?::smallint[], ?::text[], ?::integer[])
                AS n(bucket, saga_id, sequence, type, revision, payload, period)
            """;

    private static final String INSERT_EVENTS_OF_WRITTEN_SAGAS = """
            INSERT INTO querent.event (bucket, saga_id, period, sequence, type, revision, payload, transaction_id)
            SELECT n.bucket, n.saga_id, s.period, n.sequence, n.type, n.revision, n.payload::json,
                (SELECT pg_current_xact_id()::text::bigint)
            FROM unnest(?::smallint[], ?::uuid[], ?::integer[], ?::text[], ?::smallint[], ?::text[])
                AS n(bucket, saga_id, sequence, type, revision, payload)
            """ + SagaWrites.IF_WRITTEN;

    private final List<EncodedAppend> appends;
    private final int size;

    private EventWrites(List<EncodedAppend> appends) {
        int rows = 0;
        for (EncodedAppend each : appends) {
            rows += each.rows().size();
        }
        this.appends = appends;
        this.size = rows;
    }

    /** Adds what writes the events of appends whose guard is known to hold. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written, Map<UUID, Integer> periods) {
        EventWrites writes = new EventWrites(written);
        if (writes.size > 0) {
            roundTrip.changing(
                    INSERT_EVENTS,
                    parameters -> {
                        writes.bind(parameters);
                        parameters.integers(writes.periods(periods));
                    },
                    writes.size);
        }
    }

    /**
     * Adds what writes the events of those appends whose guard holds, after what writes the sagas' rows.
     *
     * @param changes looks at the number of rows written
     */
    static void addWhereWrittenTo(RoundTrip roundTrip, List<EncodedAppend> appends, RoundTrip.ChangeReader changes) {
        EventWrites writes = new EventWrites(appends);
        if (writes.size > 0) {
            roundTrip.changing(INSERT_EVENTS_OF_WRITTEN_SAGAS, writes::bind, changes);
        }
    }

    private void bind(Parameters parameters) throws SQLException {
        short[] buckets = new short[size];
        UUID[] ids = new UUID[size];
        int[] sequences = new int[size];
        String[] types = new String[size];
        short[] revisions = new short[size];
        String[] payloads = new String[size];
        int next = 0;
        for (EncodedAppend each : appends) {
            int first = next;
            for (EventRow row : each.rows()) {
                sequences[next] = Math.toIntExact(row.last());
                types[next] = row.type();
                revisions[next] = (short) row.revision();
                payloads[next] = row.payload();
                next++;
            }
            Arrays.fill(buckets, first, next, (short) each.id().bucket());
            Arrays.fill(ids, first, next, each.id().value());
        }
        parameters
                .shorts(buckets)
                .uuids(ids)
                .integers(sequences)
                .texts(types)
                .shorts(revisions)
                .texts(payloads);
    }

    private int[] periods(Map<UUID, Integer> ofSagas) {
        int[] periods = new int[size];
        int next = 0;
        for (EncodedAppend each : appends) {
            int first = next;
            next += each.rows().size();
            Arrays.fill(periods, first, next, ofSagas.getOrDefault(each.id().value(), 0));
        }
        return periods;
    }
}
