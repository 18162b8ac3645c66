package io.querent.receiver.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Forgets the keys that a policy does not keep, a stretch of each bucket's primary key at a time. There is no index by time, which each
 * operation would pay for; so a run goes on in each bucket where the last one stopped, and every key is looked at once in so many runs.
 *
 * <p>Whoever claims, decides about or works on an operation meanwhile is passed over and never waited for; whoever claims a key that is
 * being forgotten waits for this one statement, and has a new key. Thread-safe: two that go over one stretch forget no more than one.
 */
final class OldKeys {
    /** Where the stretch ends, by the key alone. Then what is old in it, looked at again when it is locked: it may have moved. */
    private static final String FORGET = """
            WITH stretch AS MATERIALIZED (
                SELECT operation_id FROM querent_receiver.operation_record
                WHERE bucket = ? AND operation_id > ? ORDER BY operation_id LIMIT ?
            ), gone AS (
                DELETE FROM querent_receiver.operation_record WHERE bucket = ? AND operation_id = ANY (ARRAY(
                    SELECT operation_id FROM querent_receiver.operation_record
                    WHERE bucket = ? AND operation_id > ?
                        AND operation_id <= (SELECT operation_id FROM stretch ORDER BY operation_id DESC LIMIT 1)
                        AND status >= 10 AND ended_at < statement_timestamp() - ? * interval '1 millisecond'
                        AND first_at < statement_timestamp() - ? * interval '1 millisecond'
                    FOR UPDATE SKIP LOCKED))
                RETURNING operation_id
            )
            SELECT (SELECT count(*) FROM gone), (SELECT operation_id FROM stretch ORDER BY operation_id DESC LIMIT 1),
                (SELECT count(*) FROM stretch)
            """;

    private static final int BUCKETS = 1024;
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final String forget;
    private final int batch;

    /** Where each bucket's next stretch begins; null before the first one. */
    private final AtomicReferenceArray<@Nullable UUID> next = new AtomicReferenceArray<>(BUCKETS);

    /** @param batch most rows that a statement reads, and locks */
    OldKeys(SqlText sql, int batch) {
        this.forget = sql.of(FORGET);
        this.batch = batch;
    }

    /** Runs a transaction of the caller's. */
    @FunctionalInterface
    interface InTransaction {
        Stretch run(TransactionWork<Stretch> work);
    }

    /**
     * What a statement went over.
     *
     * @param gone keys that are forgotten
     * @param last of the stretch; null when there was none
     * @param looked rows of it
     */
    record Stretch(int gone, @Nullable UUID last, int looked) {}

    /**
     * A batch of each bucket.
     *
     * @param kept how long a key is recognised after its end
     * @return how many are forgotten
     */
    int forget(InTransaction transactions, Duration kept) {
        int gone = 0;
        for (short bucket = 0; bucket < BUCKETS; bucket++) {
            gone += forget(transactions, bucket, kept.toMillis());
        }
        return gone;
    }

    /** One that is started often must not look at the same keys each time, so it begins anywhere. */
    private int forget(InTransaction transactions, short bucket, long keptMillis) {
        UUID known = next.get(bucket);
        UUID from = known == null ? anywhereIn(bucket) : known;
        Stretch stretch = transactions.run(connection -> forget(connection, bucket, from, keptMillis));
        int gone = stretch.gone();
        if (stretch.looked() < batch && !from.equals(BEFORE_ALL)) {
            stretch = transactions.run(connection -> forget(connection, bucket, BEFORE_ALL, keptMillis));
            gone += stretch.gone();
        }
        UUID last = stretch.last();
        next.set(bucket, last == null || stretch.looked() < batch ? BEFORE_ALL : last);
        return gone;
    }

    private static UUID anywhereIn(short bucket) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return OperationId.in(bucket, random.nextLong(), random.nextLong());
    }

    private Stretch forget(Connection connection, short bucket, UUID from, long keptMillis) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(forget)) {
            statement.setShort(1, bucket);
            statement.setObject(2, from);
            statement.setInt(3, batch);
            statement.setShort(4, bucket);
            statement.setShort(5, bucket);
            statement.setObject(6, from);
            statement.setLong(7, keptMillis);
            statement.setLong(8, keptMillis);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Stretch(row.getInt(1), row.getObject(2, UUID.class), row.getInt(3));
            }
        }
    }
}
