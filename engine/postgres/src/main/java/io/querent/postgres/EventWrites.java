package io.querent.postgres;

import io.querent.runtime.codec.EncodedEvent;
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
            FROM unnest(?::smallint[], ?::uuid[], ?::integer[], ?::integer[], ?::text[], ?::smallint[], ?::text[])
                AS n(bucket, saga_id, period, sequence, type, revision, payload)
            """;

    private EventWrites() {}

    /** Adds what writes the events of these appends. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written, Map<UUID, Integer> periods) {
        int size = 0;
        for (EncodedAppend each : written) {
            size += each.events().size();
        }
        if (size > 0) {
            int events = size;
            roundTrip.changing(INSERT_EVENTS, parameters -> bind(parameters, written, periods, events), events);
        }
    }

    private static void bind(Parameters parameters, List<EncodedAppend> written, Map<UUID, Integer> periods, int size)
            throws SQLException {
        short[] buckets = new short[size];
        UUID[] ids = new UUID[size];
        int[] eventPeriods = new int[size];
        int[] sequences = new int[size];
        String[] types = new String[size];
        short[] revisions = new short[size];
        String[] payloads = new String[size];
        int next = 0;
        for (EncodedAppend each : written) {
            UUID id = each.id().value();
            int first = next;
            for (EncodedEvent event : each.events()) {
                sequences[next] = Math.toIntExact(each.versionBefore() + 1 + next - first);
                types[next] = event.type();
                revisions[next] = (short) event.revision();
                payloads[next] = event.json();
                next++;
            }
            Arrays.fill(buckets, first, next, (short) each.id().bucket());
            Arrays.fill(ids, first, next, id);
            Arrays.fill(eventPeriods, first, next, periods.getOrDefault(id, 0));
        }
        parameters
                .shorts(buckets)
                .uuids(ids)
                .integers(eventPeriods)
                .integers(sequences)
                .texts(types)
                .shorts(revisions)
                .texts(payloads);
    }
}
