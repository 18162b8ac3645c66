package io.querent.postgres;

import io.querent.runtime.journal.SagaJournal.HeldLease;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Who may go on running a saga: renewals, by the database's clock. */
final class Leases {
    /** On the buckets see {@link SagaWrites}. */
    private static final String RENEW_IF_HELD = """
            UPDATE querent.saga AS s
            SET wake_at = statement_timestamp() + make_interval(secs => ?)
            FROM unnest(?::smallint[], ?::uuid[], ?::bigint[]) AS n(bucket, saga_id, token)
            WHERE n.bucket BETWEEN 0 AND 1023
                AND s.bucket = n.bucket AND s.saga_id = n.saga_id AND s.owner = ? AND s.token = n.token
            RETURNING s.saga_id
            """;

    private static final String PUT_OFF_IF_HELD = """
            UPDATE querent.saga AS s
            SET owner = NULL, wake_at = statement_timestamp() + make_interval(secs => ?)
            WHERE bucket = ? AND saga_id = ? AND owner = ? AND token = ?
            """;

    private static final int TRIES_TO_RENEW = 4;

    private Leases() {}

    /**
     * Renews what is held. What was not found is looked for once more: PostgreSQL 18.1 loses rows of a joined update that had to
     * wait for another transaction, and a lease must not be given up for that.
     */
    static Set<SagaId> renew(Connection connection, String node, Collection<HeldLease> leases, Duration lease)
            throws SQLException {
        Set<SagaId> renewed = new HashSet<>();
        Collection<HeldLease> missing = leases;
        for (int tries = 0; tries < TRIES_TO_RENEW && !missing.isEmpty(); tries++) {
            renewed.addAll(renewOnce(connection, node, missing, lease));
            missing = leases.stream()
                    .filter(held -> !renewed.contains(held.saga()))
                    .toList();
        }
        return renewed;
    }

    private static Set<SagaId> renewOnce(
            Connection connection, String node, Collection<HeldLease> leases, Duration lease) throws SQLException {
        List<HeldLease> sorted = new ArrayList<>(leases);
        sorted.sort(Comparator.comparing(each -> each.saga().value()));
        short[] buckets = new short[sorted.size()];
        UUID[] ids = new UUID[sorted.size()];
        long[] tokens = new long[sorted.size()];
        for (int i = 0; i < ids.length; i++) {
            HeldLease held = sorted.get(i);
            buckets[i] = (short) held.saga().bucket();
            ids[i] = held.saga().value();
            tokens[i] = held.token();
        }
        Set<SagaId> renewed = new HashSet<>();
        try (PreparedStatement update = connection.prepareStatement(RENEW_IF_HELD)) {
            update.setDouble(1, WakeUp.seconds(lease));
            update.setObject(2, buckets);
            update.setArray(3, connection.createArrayOf("uuid", ids));
            update.setObject(4, tokens);
            update.setString(5, node);
            try (ResultSet rows = update.executeQuery()) {
                while (rows.next()) {
                    renewed.add(new SagaId(rows.getObject(1, UUID.class)));
                }
            }
        }
        return renewed;
    }

    /**
     * Lets a saga go that its owner cannot run, and has it looked at later.
     *
     * @return false when it is not held any more
     */
    static boolean putOffIfHeld(Connection connection, SagaReads.Located held, Duration delay) throws SQLException {
        SagaId id = held.saga().id();
        try (PreparedStatement update = connection.prepareStatement(PUT_OFF_IF_HELD)) {
            update.setDouble(1, WakeUp.seconds(delay));
            update.setInt(2, id.bucket());
            update.setObject(3, id.value());
            update.setString(4, held.saga().owner());
            update.setLong(5, held.saga().token());
            return update.executeUpdate() == 1;
        }
    }
}
