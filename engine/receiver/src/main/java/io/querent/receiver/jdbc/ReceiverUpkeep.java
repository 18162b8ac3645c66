package io.querent.receiver.jdbc;

import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardFigures;
import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.RetentionPolicy;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;

/**
 * What has to be done now and then, by a timer or by hand, at any node and at several at once: partitions ahead, old ones away, leases
 * that nobody holds any more, and the figures. Each run does a bounded amount and can be repeated. Thread-safe.
 */
public final class ReceiverUpkeep {
    private static final String EXPIRE = """
            WITH lost AS (
                SELECT bucket, operation_id, token FROM querent_receiver.operation_record
                WHERE status = 1 AND lease_until <= statement_timestamp() - ? * interval '1 millisecond'
                ORDER BY lease_until LIMIT ? FOR UPDATE SKIP LOCKED
            ), marked AS (
                UPDATE querent_receiver.operation_record r
                SET status = 3, token = r.token + 1, owner = NULL, lease_until = NULL, unknown_at = statement_timestamp(),
                    last_error_class = 'LEASE_EXPIRED', last_error = 'of ' || r.owner
                FROM lost WHERE r.bucket = lost.bucket AND r.operation_id = lost.operation_id
                RETURNING r.bucket, r.operation_id, r.token - 1 AS token
            ), closed AS (
                UPDATE querent_receiver.operation_attempt a
                SET ended_at = statement_timestamp(), status = 3, error_class = 'LEASE_EXPIRED'
                FROM marked WHERE a.bucket = marked.bucket AND a.operation_id = marked.operation_id AND a.token = marked.token
                    AND a.ended_at IS NULL
            )
            SELECT count(*) FROM marked
            """;

    private static final String FIGURES = """
            SELECT count(*) FILTER (WHERE status = 1 AND lease_until > statement_timestamp()),
                   count(*) FILTER (WHERE status = 1 AND lease_until <= statement_timestamp()),
                   count(*) FILTER (WHERE status = 2), count(*) FILTER (WHERE status = 3),
                   coalesce(extract(epoch FROM statement_timestamp() - min(unknown_at)) * 1000, 0)::bigint
            FROM querent_receiver.operation_record WHERE status < 10
            """;

    /** Longer than any pause between two heartbeats, so that whoever is only late is left alone. */
    private static final int LEASES_OF_GRACE = 1;

    private static final int BATCH = 1000;

    private final OwnTransaction transactions;
    private final Transactions plain;
    private final GuardSettings settings;
    private final RetentionPolicy policy;
    private final Partitions partitions;
    private final OldPartitions oldPartitions;
    private final OldKeys oldKeys;
    private final String expire;
    private final String figures;

    /** Upkeep of one schema. */
    public ReceiverUpkeep(Transactions transactions, GuardSettings settings, RetentionPolicy policy) {
        this(transactions, settings, policy, SqlText.in(settings.schema()));
    }

    ReceiverUpkeep(Transactions transactions, GuardSettings settings, RetentionPolicy policy, SqlText sql) {
        this.transactions = new OwnTransaction(transactions, settings, new GuardCounters());
        this.plain = transactions;
        this.settings = settings;
        this.policy = policy;
        this.partitions = new Partitions(sql);
        this.oldPartitions = new OldPartitions(sql, policy);
        this.expire = sql.of(EXPIRE);
        this.oldKeys = new OldKeys(sql, BATCH);
        this.figures = sql.of(FIGURES);
    }

    /**
     * What a run has done.
     *
     * @param partitionsMade for days to come
     * @param daysRemoved of answers and attempts
     * @param daysWaiting that were to be removed, and were in use; the next run tries again
     * @param leasesExpired operations of which nobody knows from now on
     * @param keysRemoved by a policy that does not keep them for ever
     */
    public record Done(int partitionsMade, int daysRemoved, int daysWaiting, int leasesExpired, int keysRemoved) {}

    /**
     * All of it, once.
     *
     * @throws GuardUnavailableException when the database failed; the next run goes on
     */
    public Done run() {
        int made = partitions.makeAhead(plain, Partitions.DAYS_AHEAD);
        // A table that cannot be taken away must not keep leases from ending, so tables come last.
        int expired = expireLeases();
        int keys = removeKeys();
        OldPartitions.Removed removed = oldPartitions.remove(plain);
        return new Done(made, removed.days(), removed.waiting(), expired, keys);
    }

    /** Marks as unknown, in a batch, what nobody holds any more and nobody has asked for since. */
    public int expireLeases() {
        return transaction("expired leases", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(expire)) {
                statement.setLong(1, settings.lease().toMillis() * LEASES_OF_GRACE);
                statement.setInt(2, BATCH);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return row.getInt(1);
                }
            }
        });
    }

    /** How operations stand that are not at their end. Reads what is not at its end only, however many are. */
    public GuardFigures figures() {
        return transaction("figures", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(figures);
                    ResultSet row = statement.executeQuery()) {
                row.next();
                return new GuardFigures(
                        row.getLong(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        Duration.ofMillis(row.getLong(5)));
            }
        });
    }

    /** A batch of each bucket; never one that is not at its end. */
    private int removeKeys() {
        return policy.keys()
                .map(kept -> oldKeys.forget(work -> transaction("old keys", work), kept))
                .orElse(0);
    }

    private <R> R transaction(String what, TransactionWork<R> work) {
        try {
            return transactions.run(what, work);
        } catch (GuardUnavailableException told) {
            throw told;
        } catch (Exception failed) {
            throw GuardUnavailableException.nothingDone(what, failed);
        }
    }
}
