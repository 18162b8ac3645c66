package io.querent.receiver.jdbc;

import io.querent.receiver.GuardCounters;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews every lease that this process holds, three times in the length of a lease. */
final class Heartbeats implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);

    /** A row that is locked is being ended by us or by whoever took over: no reason to keep the other leases waiting. */
    private static final String RENEW = """
            SET LOCAL lock_timeout = 500;
            UPDATE querent_receiver.operation_record SET lease_until = statement_timestamp() + ? * interval '1 millisecond'
            WHERE bucket = ? AND operation_id = ? AND token = ? AND owner = ? AND status IN (1, 3)
            """;

    private static final int BEATS_IN_A_LEASE = 3;

    private final Set<RenewableLease> leases = ConcurrentHashMap.newKeySet();
    private final Transactions transactions;
    private final GuardCounters counters;
    private final String renew;
    private final Duration length;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "querent-receiver-heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    Heartbeats(Transactions transactions, SqlText sql, GuardSettings settings, GuardCounters counters) {
        this.transactions = transactions;
        this.counters = counters;
        this.renew = sql.of(RENEW);
        this.length = settings.lease();
        long pauseNanos = length.toNanos() / BEATS_IN_A_LEASE;
        timer.scheduleWithFixedDelay(this::beat, pauseNanos, pauseNanos, TimeUnit.NANOSECONDS);
    }

    void keep(RenewableLease lease) {
        leases.add(lease);
    }

    void letGo(RenewableLease lease) {
        leases.remove(lease);
    }

    /** Renews all that are held. A failure only means that the next beat, or the end of the lease, decides. */
    void beat() {
        for (RenewableLease lease : leases) {
            try {
                renew(lease);
            } catch (Exception failed) {
                LOG.warn(
                        "a heartbeat failed; key={}, token={}: the lease ends unless the next one gets through",
                        lease.key(),
                        lease.token(),
                        failed);
            }
        }
    }

    private void renew(RenewableLease lease) throws Exception {
        long sentAt = System.nanoTime();
        Held held = lease.held();
        int rows = transactions.run(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(renew)) {
                statement.setLong(1, length.toMillis());
                statement.setShort(2, held.id().bucket());
                statement.setObject(3, held.id().id());
                statement.setLong(4, held.token());
                statement.setString(5, held.owner());
                statement.execute();
                statement.getMoreResults();
                return statement.getUpdateCount();
            }
        });
        if (rows == 1) {
            lease.renewed(sentAt);
        } else if (leases.remove(lease)) {
            // Not one that ended between the look at the set and the statement.
            lease.lose();
            counters.leaseLost();
            LOG.warn("a lease is lost; key={}, token={}: somebody has taken over", lease.key(), lease.token());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
