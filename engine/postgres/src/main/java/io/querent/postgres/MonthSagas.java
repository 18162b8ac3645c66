package io.querent.postgres;

import io.querent.runtime.retention.Retention.Reason;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Goes through the sagas whose events lie in a partition, a page at a time, and says which of them have to keep their history. */
final class MonthSagas {
    /** By the primary key, in its order. What a page's events come to is known before they are read. */
    private static final String SELECT_PAGE = """
            SELECT bucket, period, saga_id, sum(pg_column_size(payload)) FROM %s
            WHERE (bucket, period, saga_id) > (?, ?, ?)
            GROUP BY bucket, period, saga_id ORDER BY bucket, period, saga_id LIMIT ?
            """;

    private static final String SELECT_CHANGED = """
            SELECT DISTINCT bucket, period, saga_id, 0 FROM %s WHERE transaction_id >= ? LIMIT ?
            """;

    /** One reason is enough. */
    private static final String SELECT_KEPT = """
            SELECT n.saga_id, CASE
                WHEN s.status < 10 THEN 1
                WHEN EXISTS (
                    SELECT FROM querent.legal_hold AS h
                    WHERE h.released_at IS NULL AND coalesce(h.tenant = s.tenant, true)
                        AND coalesce(h.definition = s.definition, true)
                        AND coalesce(h.business_key = s.business_key, true)) THEN 5
                WHEN s.updated_at > statement_timestamp() - make_interval(secs => ?) THEN 2
                WHEN EXISTS (
                    SELECT FROM querent.review AS r
                    WHERE r.bucket = n.bucket AND r.saga_id = n.saga_id AND r.closed_at IS NULL) THEN 3
                WHEN EXISTS (
                    SELECT FROM querent.mailbox AS m
                    WHERE m.bucket = n.bucket AND m.saga_id = n.saga_id AND m.look_at IS NOT NULL) THEN 4 END
            FROM unnest(?::smallint[], ?::uuid[]) AS n(bucket, saga_id)
            CROSS JOIN LATERAL (
                SELECT * FROM querent.saga WHERE bucket = n.bucket AND saga_id = n.saga_id OFFSET 0) AS s
            WHERE n.bucket BETWEEN 0 AND 1023
            """;

    private static final String SELECT_SNAPSHOT =
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, holds FROM querent.retention WHERE is_only";

    private static final long MOST_BYTES = 16L << 20;

    private MonthSagas() {}

    /**
     * From when on others' work has to be looked for again.
     *
     * @param transaction what this and later transactions wrote may not have been seen
     * @param holds number of holds that were placed before
     */
    record Seen(long transaction, long holds) {
        static Seen now(Connection connection) throws SQLException {
            try (PreparedStatement select = connection.prepareStatement(SELECT_SNAPSHOT);
                    ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("querent.retention has lost its row", "02000");
                }
                return new Seen(row.getLong(1), row.getLong(2));
            }
        }
    }

    /** A saga and where its events lie. */
    record Located(SagaId id, int period) {}

    /** How far a way through a partition has come. */
    record Place(int bucket, int period, @Nullable UUID saga) {
        static final Place START = new Place(-1, Integer.MIN_VALUE, null);

        static Place read(ResultSet row, int first) throws SQLException {
            UUID saga = row.getObject(first + 2, UUID.class);
            return saga == null ? START : new Place(row.getShort(first), row.getInt(first + 1), saga);
        }

        static Place after(Located last) {
            return new Place(last.id().bucket(), last.period(), last.id().value());
        }

        void bind(PreparedStatement statement, int first) throws SQLException {
            statement.setShort(first, (short) bucket);
            statement.setInt(first + 1, period);
            if (saga == null) {
                statement.setObject(first + 2, new UUID(0, 0));
            } else {
                statement.setObject(first + 2, saga);
            }
        }
    }

    /** The next sagas, at most {@code limit}, and no more than fit into memory with their events. */
    static List<Located> page(Connection connection, String table, Place after, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_PAGE.formatted(table))) {
            after.bind(select, 1);
            select.setInt(4, limit);
            return located(select);
        }
    }

    /** Sagas that have got events since. */
    static List<Located> changed(Connection connection, String table, long transaction, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT_CHANGED.formatted(table))) {
            select.setLong(1, transaction);
            select.setInt(2, limit);
            return located(select);
        }
    }

    /** Those that have to keep their history, each with a reason; what only the events tell is not in it. */
    static Map<SagaId, Reason> kept(Connection connection, List<Located> sagas, Duration recent) throws SQLException {
        Map<SagaId, Reason> kept = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT_KEPT)) {
            select.setDouble(1, WakeUp.seconds(recent));
            select.setObject(2, buckets(sagas));
            select.setArray(3, connection.createArrayOf("uuid", ids(sagas)));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Reason reason = reason(rows.getInt(2));
                    if (reason != null) {
                        kept.put(new SagaId(rows.getObject(1, UUID.class)), reason);
                    }
                }
            }
        }
        return kept;
    }

    static short[] buckets(List<Located> sagas) {
        short[] buckets = new short[sagas.size()];
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = (short) sagas.get(i).id().bucket();
        }
        return buckets;
    }

    static UUID[] ids(List<Located> sagas) {
        return sagas.stream().map(each -> each.id().value()).toArray(UUID[]::new);
    }

    private static List<Located> located(PreparedStatement select) throws SQLException {
        List<Located> sagas = new ArrayList<>();
        long bytes = 0;
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next() && (sagas.isEmpty() || bytes < MOST_BYTES)) {
                sagas.add(new Located(new SagaId(rows.getObject(3, UUID.class)), rows.getInt(2)));
                bytes += rows.getLong(4);
            }
        }
        return sagas;
    }

    private static @Nullable Reason reason(int code) {
        return switch (code) {
            case 1 -> Reason.UNFINISHED;
            case 2 -> Reason.RECENT;
            case 3 -> Reason.IN_REVIEW;
            case 4 -> Reason.LETTER_WAITS;
            case 5 -> Reason.HELD;
            default -> null;
        };
    }
}
