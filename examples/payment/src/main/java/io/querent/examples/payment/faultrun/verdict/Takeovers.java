package io.querent.examples.payment.faultrun.verdict;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Measures how long sagas waited for their next owner after a node had died, by the database's clock: from the moment when the dead
 * node's sagas were looked up to the first event after those that it had written. Thread-safe.
 */
public final class Takeovers {
    private static final String OWNED = """
            SELECT saga_id, bucket, period, version, clock_timestamp() AS died_at
            FROM querent.saga WHERE owner = ? AND ended_at IS NULL
            """;
    private static final String LONGEST = """
            SELECT extract(epoch FROM max(event.recorded_at - owned.died_at))
            FROM unnest(?::uuid[], ?::int[], ?::int[], ?::bigint[], ?::timestamptz[])
                AS owned (saga_id, bucket, period, version, died_at)
            CROSS JOIN LATERAL (
                SELECT recorded_at FROM querent.event
                WHERE bucket = owned.bucket AND period = owned.period AND saga_id = owned.saga_id
                    AND sequence > owned.version
                ORDER BY sequence LIMIT 1) AS event
            """;
    private static final int BATCH = 500;

    private final Supplier<DataSource> database;
    private final List<Owned> orphans = new ArrayList<>();
    private int deaths;
    private int unmeasured;

    /** @param database connections that do not go through a proxy; asked for each time, because the server may move */
    public Takeovers(Supplier<DataSource> database) {
        this.database = database;
    }

    /** A saga whose owner has died. */
    private record Owned(UUID saga, int bucket, int period, long version, OffsetDateTime diedAt) {}

    /** A node's process has ended and its successor is not started yet. */
    public synchronized void ended(String node) {
        deaths++;
        try {
            orphans.addAll(JdbcClient.create(database.get())
                    .sql(OWNED)
                    .param(node)
                    .query((row, number) -> new Owned(
                            row.getObject(1, UUID.class),
                            row.getInt(2),
                            row.getInt(3),
                            row.getLong(4),
                            row.getObject(5, OffsetDateTime.class)))
                    .list());
        } catch (DataAccessException | IllegalStateException databaseAway) {
            unmeasured++;
        }
    }

    /** Deaths at which the database could not be asked, because it was away as well. */
    public synchronized int unmeasured() {
        return unmeasured;
    }

    /** Sagas whose owner died. */
    public synchronized int orphans() {
        return orphans.size();
    }

    /** Node processes that ended. */
    public synchronized int deaths() {
        return deaths;
    }

    /** The longest wait for a next owner; empty when no owner died. */
    public synchronized Optional<Duration> longest() {
        Duration longest = Duration.ZERO;
        boolean found = false;
        for (int from = 0; from < orphans.size(); from += BATCH) {
            Optional<Duration> ofBatch = longest(orphans.subList(from, Math.min(orphans.size(), from + BATCH)));
            found |= ofBatch.isPresent();
            if (ofBatch.isPresent() && ofBatch.get().compareTo(longest) > 0) {
                longest = ofBatch.get();
            }
        }
        return found ? Optional.of(longest) : Optional.empty();
    }

    private Optional<Duration> longest(List<Owned> batch) {
        return JdbcClient.create(database.get())
                .sql(LONGEST)
                .param(batch.stream().map(Owned::saga).toArray(UUID[]::new))
                .param(batch.stream().map(Owned::bucket).toArray(Integer[]::new))
                .param(batch.stream().map(Owned::period).toArray(Integer[]::new))
                .param(batch.stream().map(Owned::version).toArray(Long[]::new))
                .param(batch.stream()
                        .map(Owned::diedAt)
                        .map(OffsetDateTime::toString)
                        .toArray(String[]::new))
                .query((row, number) -> Optional.ofNullable(row.getBigDecimal(1))
                        .map(seconds ->
                                Duration.ofMillis(seconds.movePointRight(3).longValue())))
                .single();
    }
}
