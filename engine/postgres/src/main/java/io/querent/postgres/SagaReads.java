package io.querent.postgres;

import io.querent.runtime.journal.SagaRow;
import io.querent.saga.BusinessKey;
import io.querent.saga.SagaId;
import io.querent.saga.SagaKey;
import io.querent.saga.Tenant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads rows of sagas. */
final class SagaReads {
    /** What {@link #row} reads, for every statement that returns rows. */
    static final String COLUMNS = """
            s.tenant, s.definition, s.business_key, s.definition_version, s.input_hash, s.status, s.version, s.owner, s.token,
            s.wake_at, s.started_at, s.ended_at, s.period
            """;

    /**
     * A lateral subquery and not a join: each row is looked up by key, however small or unknown the table is to the planner. On the
     * buckets see {@link SagaWrites}.
     */
    private static final String SELECT_BY_ID = """
            SELECT %s
            FROM unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            CROSS JOIN LATERAL (
                SELECT * FROM querent.saga WHERE bucket = n.bucket AND saga_id = n.saga_id OFFSET 0) AS s
            WHERE n.bucket BETWEEN 0 AND 1023
            """.formatted(COLUMNS);

    private SagaReads() {}

    /** A row with the partition of its events. */
    record Located(SagaRow saga, int period) {}

    /** The rows of these sagas, as far as they exist; each once, also where an id is given twice. */
    static List<Located> byId(Connection connection, Collection<SagaId> wanted) throws SQLException {
        Set<SagaId> ids = new LinkedHashSet<>(wanted);
        if (ids.isEmpty()) {
            return List.of();
        }
        short[] buckets = new short[ids.size()];
        UUID[] values = new UUID[ids.size()];
        int next = 0;
        for (SagaId id : ids) {
            buckets[next] = (short) id.bucket();
            values[next++] = id.value();
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT_BY_ID)) {
            Parameters.of(select).shorts(buckets).uuids(values);
            return rows(select);
        }
    }

    static List<Located> rows(PreparedStatement statement) throws SQLException {
        List<Located> rows = new ArrayList<>();
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                rows.add(row(found));
            }
        }
        return rows;
    }

    private static Located row(ResultSet found) throws SQLException {
        SagaKey key =
                new SagaKey(new Tenant(found.getString(1)), found.getString(2), new BusinessKey(found.getString(3)));
        SagaRow saga = new SagaRow(
                key,
                found.getInt(4),
                found.getString(5),
                StatusCodes.saga(found.getInt(6)),
                found.getLong(7),
                found.getString(8),
                found.getLong(9),
                time(found, 10),
                found.getObject(11, OffsetDateTime.class).toInstant(),
                time(found, 12));
        return new Located(saga, found.getInt(13));
    }

    private static @Nullable Instant time(ResultSet found, int column) throws SQLException {
        OffsetDateTime time = found.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
