package io.querent.postgres;

import io.querent.runtime.codec.EncodedEvent;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads events as they are stored. */
final class EventReads {
    /**
     * Looks up each saga's events by key, in the one partition that can hold them. A row has the number of its last event, so the row
     * that holds the last one asked for may have a higher one. On the buckets see {@link SagaWrites}.
     */
    private static final String SELECT_OF_SAGAS = """
            SELECT n.saga_id, e.type, e.revision, e.payload, e.sequence
            FROM unnest(?::smallint[], ?::uuid[], ?::integer[], ?::bigint[], ?::bigint[])
                AS n(bucket, saga_id, period, first, last)
            CROSS JOIN LATERAL (
                SELECT sequence, type, revision, payload FROM querent.event
                WHERE bucket = n.bucket AND period = n.period AND saga_id = n.saga_id
                    AND sequence BETWEEN n.first AND n.last + 255
                ORDER BY sequence) AS e
            WHERE n.bucket BETWEEN 0 AND 1023
            """;

    private EventReads() {}

    /** Which events of a saga to read: numbers {@code first} to {@code last}. One span a saga. */
    record Span(SagaId saga, int period, long first, long last) {
        /**
         * Those of the events in the rows that were asked for, in order.
         *
         * @throws io.querent.runtime.codec.UnreadableEventException when a row is damaged
         */
        List<EncodedEvent> events(Map<SagaId, List<EventRow>> rows) {
            List<EncodedEvent> events = new ArrayList<>();
            for (EventRow row : rows.getOrDefault(saga, List.of())) {
                for (EventRow.Numbered each : row.events()) {
                    if (each.sequence() >= first && each.sequence() <= last) {
                        events.add(each.event());
                    }
                }
            }
            return events;
        }
    }

    /** The rows by saga, in order, as they are; see {@link Span#events}. Sagas without events are missing. */
    static Map<SagaId, List<EventRow>> of(Connection connection, Collection<Span> spans) throws SQLException {
        if (spans.isEmpty()) {
            return Map.of();
        }
        int size = spans.size();
        short[] buckets = new short[size];
        UUID[] ids = new UUID[size];
        int[] periods = new int[size];
        long[] firsts = new long[size];
        long[] lasts = new long[size];
        int next = 0;
        for (Span span : spans) {
            buckets[next] = (short) span.saga.bucket();
            ids[next] = span.saga.value();
            periods[next] = span.period;
            firsts[next] = span.first;
            lasts[next++] = span.last;
        }
        Map<SagaId, List<EventRow>> rows = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_OF_SAGAS)) {
            Parameters.of(select)
                    .shorts(buckets)
                    .uuids(ids)
                    .integers(periods)
                    .longs(firsts)
                    .longs(lasts);
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    EventRow row =
                            new EventRow(found.getString(2), found.getInt(3), found.getString(4), found.getLong(5));
                    rows.computeIfAbsent(new SagaId(found.getObject(1, UUID.class)), unused -> new ArrayList<>())
                            .add(row);
                }
            }
        }
        return rows;
    }
}
