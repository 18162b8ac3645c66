package io.querent.postgres;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.Guard;
import io.querent.saga.SagaKey;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of sagas whose guard holds and says which those are. Both statements take rows in the order of the batch, and
 * every writer sorts its batch, so two writers never wait for each other in a circle.
 */
final class SagaWrites {
    private static final Instant FIRST_PERIOD = Instant.parse("2000-01-01T00:00:00Z");

    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.saga AS s (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                period, status, version, owner, token, wake_at, started_at, updated_at, ended_at)
            SELECT n.bucket, n.saga_id, n.tenant, n.definition, n.business_key, n.definition_version, n.input_hash,
                n.period, n.status, n.version, n.node, 1,
                CASE WHEN n.seconds >= 0 THEN statement_timestamp() + make_interval(secs => n.seconds) END,
                statement_timestamp(), statement_timestamp(), CASE WHEN n.status >= 10 THEN statement_timestamp() END
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::integer[], ?::text[], ?::integer[],
                    ?::smallint[], ?::bigint[], ?::text[], ?::float8[])
                AS n(bucket, saga_id, tenant, definition, business_key, definition_version, input_hash, period,
                    status, version, node, seconds)
            ON CONFLICT ON CONSTRAINT saga_key DO NOTHING
            RETURNING s.saga_id, s.period
            """;

    /**
     * The guard is part of the write: a row that has moved on, or has another owner, is not found.
     *
     * <p>Every bucket is between 0 and 1023. Saying so makes the planner expect one row for any number of them, so it looks rows up
     * by key even in a table that it has no statistics of, and finds a plan for all sizes good enough to keep; without it, it scans
     * the table while that is new, and plans small batches anew each time.
     */
    static final String UPDATE_IF_GUARD_HOLDS = """
            UPDATE querent.saga AS s SET
                status = n.status,
                version = s.version + n.added,
                owner = CASE WHEN n.keep THEN s.owner END,
                wake_at = CASE
                    WHEN n.keep AND (NOT n.keep_only_owned OR s.owner IS NOT NULL) THEN s.wake_at
                    WHEN n.seconds >= 0 THEN statement_timestamp() + make_interval(secs => n.seconds) END,
                updated_at = statement_timestamp(),
                ended_at = CASE WHEN n.status >= 10 THEN coalesce(s.ended_at, statement_timestamp()) END
            FROM unnest(?::smallint[], ?::uuid[], ?::bigint[], ?::text[], ?::bigint[], ?::integer[], ?::smallint[],
                    ?::boolean[], ?::boolean[], ?::float8[])
                AS n(bucket, saga_id, version, node, token, added, status, keep, keep_only_owned, seconds)
            WHERE n.bucket BETWEEN 0 AND 1023 AND s.bucket = n.bucket AND s.saga_id = n.saga_id AND s.version = n.version
                AND (n.node IS NULL OR (s.owner = n.node AND s.token = n.token))
            RETURNING s.saga_id, s.period
            """;

    /**
     * Of rows {@code n} that are to be written with a saga, those whose saga's row this very transaction has written: those whose guard
     * holds, before anybody has been told which they are.
     */
    static final String IF_WRITTEN = """
            JOIN querent.saga AS s ON s.bucket = n.bucket AND s.saga_id = n.saga_id
            WHERE n.bucket BETWEEN 0 AND 1023 AND s.xmin = (SELECT pg_current_xact_id()::xid)
            """;

    private SagaWrites() {}

    /**
     * Adds what writes these rows.
     *
     * @param written receives the ids of those whose guard holds, each with the period that its events belong to
     */
    static void addTo(RoundTrip roundTrip, List<EncodedAppend> batch, Map<UUID, Integer> written) {
        RoundTrip.RowReader reader = row -> written.put(row.getObject(1, UUID.class), row.getInt(2));
        List<EncodedAppend> started =
                batch.stream().filter(EncodedAppend::isNew).toList();
        if (!started.isEmpty()) {
            roundTrip.returning(INSERT_IF_NEW, parameters -> bindNew(parameters, started), reader);
        }
        if (started.size() < batch.size()) {
            List<EncodedAppend> going =
                    batch.stream().filter(each -> !each.isNew()).toList();
            roundTrip.returning(UPDATE_IF_GUARD_HOLDS, parameters -> bindGoing(parameters, going), reader);
        }
    }

    private static void bindNew(Parameters parameters, List<EncodedAppend> started) throws SQLException {
        int size = started.size();
        short[] buckets = new short[size];
        UUID[] ids = new UUID[size];
        String[] tenants = new String[size];
        String[] definitions = new String[size];
        String[] businessKeys = new String[size];
        int[] definitionVersions = new int[size];
        String[] inputHashes = new String[size];
        int[] periods = new int[size];
        short[] statuses = new short[size];
        long[] versions = new long[size];
        @Nullable String[] nodes = new @Nullable String[size];
        double[] seconds = new double[size];
        for (int i = 0; i < size; i++) {
            EncodedAppend each = started.get(i);
            SagaKey key = each.append().key();
            Guard.New guard = (Guard.New) each.append().guard();
            WakeUp wakeUp = WakeUp.of(each);
            buckets[i] = (short) each.id().bucket();
            ids[i] = each.id().value();
            tenants[i] = key.tenant().value();
            definitions[i] = key.definition();
            businessKeys[i] = key.businessKey().value();
            definitionVersions[i] = guard.definitionVersion();
            inputHashes[i] = guard.inputHash();
            periods[i] = periodOf(each.append().events());
            statuses[i] = StatusCodes.of(each.append().status());
            versions[i] = each.versionAfter();
            nodes[i] = wakeUp.node();
            seconds[i] = wakeUp.seconds();
        }
        parameters
                .shorts(buckets)
                .uuids(ids)
                .texts(tenants)
                .texts(definitions)
                .texts(businessKeys)
                .integers(definitionVersions)
                .texts(inputHashes)
                .integers(periods)
                .shorts(statuses)
                .longs(versions)
                .texts(nodes)
                .doubles(seconds);
    }

    private static void bindGoing(Parameters parameters, List<EncodedAppend> going) throws SQLException {
        int size = going.size();
        short[] buckets = new short[size];
        UUID[] ids = new UUID[size];
        long[] versions = new long[size];
        @Nullable String[] nodes = new @Nullable String[size];
        long[] tokens = new long[size];
        int[] added = new int[size];
        short[] statuses = new short[size];
        boolean[] keep = new boolean[size];
        boolean[] keepOnlyOwned = new boolean[size];
        double[] seconds = new double[size];
        for (int i = 0; i < size; i++) {
            EncodedAppend each = going.get(i);
            WakeUp wakeUp = WakeUp.of(each);
            buckets[i] = (short) each.id().bucket();
            ids[i] = each.id().value();
            versions[i] = each.versionBefore();
            if (each.append().guard() instanceof Guard.Owned owned) {
                nodes[i] = owned.node();
                tokens[i] = owned.token();
            }
            added[i] = each.events().size();
            statuses[i] = StatusCodes.of(each.append().status());
            keep[i] = wakeUp.keep();
            keepOnlyOwned[i] = wakeUp.keepOnlyOwned();
            seconds[i] = wakeUp.seconds();
        }
        parameters
                .shorts(buckets)
                .uuids(ids)
                .longs(versions)
                .texts(nodes)
                .longs(tokens)
                .integers(added)
                .shorts(statuses)
                .booleans(keep)
                .booleans(keepOnlyOwned)
                .doubles(seconds);
    }

    /** Minutes from January 2000 to the first event, within what an integer holds. */
    private static int periodOf(List<SagaEvent> events) {
        long minutes = Math.floorDiv(events.get(0).at().getEpochSecond() - FIRST_PERIOD.getEpochSecond(), 60L);
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, minutes));
    }
}
