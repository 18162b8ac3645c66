package io.querent.postgres;

import io.querent.runtime.codec.EncodedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
            FROM unnest(?::smallint[], ?::uuid[], ?::smallint[], ?::bigint[], ?::text[], ?::smallint[], ?::text[])
                AS n(bucket, saga_id, period, sequence, type, revision, payload)
            """;

    private EventWrites() {}

    /** Writes the events of the appends that have a period. */
    static void insert(Connection connection, List<EncodedAppend> batch, Map<UUID, Short> periods) throws SQLException {
        int size = 0;
        for (EncodedAppend each : batch) {
            size += periods.containsKey(each.id().value()) ? each.events().size() : 0;
        }
        if (size == 0) {
            return;
        }
        short[] buckets = new short[size];
        UUID[] ids = new UUID[size];
        short[] eventPeriods = new short[size];
        long[] sequences = new long[size];
        String[] types = new String[size];
        short[] revisions = new short[size];
        String[] payloads = new String[size];
        int next = 0;
        for (EncodedAppend each : batch) {
            Short period = periods.get(each.id().value());
            if (period == null) {
                continue;
            }
            int first = next;
            for (EncodedEvent event : each.events()) {
                sequences[next] = each.versionBefore() + 1 + next - first;
                types[next] = event.type();
                revisions[next] = (short) event.revision();
                payloads[next] = event.json();
                next++;
            }
            Arrays.fill(buckets, first, next, (short) each.id().bucket());
            Arrays.fill(ids, first, next, each.id().value());
            Arrays.fill(eventPeriods, first, next, period);
        }
        try (PreparedStatement insert = connection.prepareStatement(INSERT_EVENTS)) {
            Parameters.of(insert)
                    .shorts(buckets)
                    .uuids(ids)
                    .shorts(eventPeriods)
                    .longs(sequences)
                    .texts(types)
                    .shorts(revisions)
                    .texts(payloads);
            int inserted = insert.executeUpdate();
            if (inserted != size) {
                throw new SQLException("wrote " + inserted + " of " + size + " events; nothing is committed");
            }
        }
    }
}
