package io.querent.postgres;

import io.querent.decision.SagaEvent;
import io.querent.runtime.journal.Guard;
import io.querent.saga.SagaKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of sagas whose guard holds and says which those are. Both statements take rows in the order of the batch, and
 * every writer sorts its batch, so two writers never wait for each other in a circle.
 */
final class SagaWrites {
    private static final String INSERT_IF_NEW = """
            INSERT INTO querent.saga AS s (bucket, saga_id, tenant, definition, business_key, definition_version, input_hash,
                period, status, version, owner, token, wake_at, started_at, updated_at, ended_at)
            SELECT n.bucket, n.saga_id, n.tenant, n.definition, n.business_key, n.definition_version, n.input_hash,
                n.period, n.status, n.version, n.node, 1,
                CASE WHEN n.seconds >= 0 THEN statement_timestamp() + make_interval(secs => n.seconds) END,
                statement_timestamp(), statement_timestamp(), CASE WHEN n.status >= 10 THEN statement_timestamp() END
            FROM unnest(?::smallint[], ?::uuid[], ?::text[], ?::text[], ?::text[], ?::integer[], ?::text[], ?::smallint[],
                    ?::smallint[], ?::bigint[], ?::text[], ?::float8[])
                AS n(bucket, saga_id, tenant, definition, business_key, definition_version, input_hash, period,
                    status, version, node, seconds)
            ON CONFLICT ON CONSTRAINT saga_key DO NOTHING
            RETURNING s.saga_id, s.period
            """;

    /** The guard is part of the write: a row that has moved on, or has another owner, is not found. */
    private static final String UPDATE_IF_GUARD_HOLDS = """
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
            WHERE s.bucket = n.bucket AND s.saga_id = n.saga_id AND s.version = n.version
                AND (n.node IS NULL OR (s.owner = n.node AND s.token = n.token))
            RETURNING s.saga_id, s.period
            """;

    private SagaWrites() {}

    /** The written ones, with the period that their events belong to. */
    static Map<UUID, Short> write(Connection connection, List<EncodedAppend> batch) throws SQLException {
        Map<UUID, Short> written = new HashMap<>(batch.size() * 2);
        List<EncodedAppend> started =
                batch.stream().filter(EncodedAppend::isNew).toList();
        if (!started.isEmpty()) {
            insertIfNew(connection, started, written);
        }
        if (started.size() < batch.size()) {
            updateIfGuardHolds(
                    connection, batch.stream().filter(each -> !each.isNew()).toList(), written);
        }
        return written;
    }

    private static void insertIfNew(Connection connection, List<EncodedAppend> started, Map<UUID, Short> written)
            throws SQLException {
        int size = started.size();
        short[] buckets = new short[size];
        UUID[] ids = new UUID[size];
        String[] tenants = new String[size];
        String[] definitions = new String[size];
        String[] businessKeys = new String[size];
        int[] definitionVersions = new int[size];
        String[] inputHashes = new String[size];
        short[] periods = new short[size];
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
        try (PreparedStatement insert = connection.prepareStatement(INSERT_IF_NEW)) {
            Parameters.of(insert)
                    .shorts(buckets)
                    .uuids(ids)
                    .texts(tenants)
                    .texts(definitions)
                    .texts(businessKeys)
                    .integers(definitionVersions)
                    .texts(inputHashes)
                    .shorts(periods)
                    .shorts(statuses)
                    .longs(versions)
                    .texts(nodes)
                    .doubles(seconds);
            collect(insert, written);
        }
    }

    private static void updateIfGuardHolds(Connection connection, List<EncodedAppend> going, Map<UUID, Short> written)
            throws SQLException {
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
        try (PreparedStatement update = connection.prepareStatement(UPDATE_IF_GUARD_HOLDS)) {
            Parameters.of(update)
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
            collect(update, written);
        }
    }

    private static void collect(PreparedStatement statement, Map<UUID, Short> written) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                written.put(rows.getObject(1, UUID.class), rows.getShort(2));
            }
        }
    }

    /** The partition in which all events of the saga will lie: the month of the first. */
    private static short periodOf(List<SagaEvent> events) {
        return periodOf(YearMonth.from(events.get(0).at().atZone(ZoneOffset.UTC)));
    }

    /** Months from January 2000. */
    static short periodOf(YearMonth month) {
        long months = (month.getYear() - 2000L) * 12 + month.getMonthValue() - 1;
        return (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, months));
    }
}
