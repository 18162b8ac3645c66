package io.querent.postgres;

import java.util.List;
import java.util.UUID;

/** Writes the version of sagas that a person has moved to a newer one. Their rows are locked by then. */
final class MovedSagas {
    private static final String MOVE = """
            UPDATE querent.saga AS s SET definition_version = n.version
            FROM unnest(?::smallint[], ?::uuid[], ?::integer[]) AS n(bucket, saga_id, version)
            WHERE n.bucket BETWEEN 0 AND 1023 AND s.bucket = n.bucket AND s.saga_id = n.saga_id
            """;

    private MovedSagas() {}

    /** Adds what moves these sagas. */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> written) {
        List<EncodedAppend> moved = written.stream()
                .filter(append -> append.append().movedTo() != null)
                .toList();
        if (moved.isEmpty()) {
            return;
        }
        short[] buckets = new short[moved.size()];
        UUID[] ids = new UUID[moved.size()];
        int[] versions = new int[moved.size()];
        for (int i = 0; i < buckets.length; i++) {
            Integer version = moved.get(i).append().movedTo();
            buckets[i] = (short) moved.get(i).id().bucket();
            ids[i] = moved.get(i).id().value();
            versions[i] = version == null ? 0 : version;
        }
        roundTrip.changing(
                MOVE, parameters -> parameters.shorts(buckets).uuids(ids).integers(versions), moved.size());
    }
}
