package io.querent.receiver.jdbc;

import io.querent.receiver.GuardUnavailableException;
import io.querent.receiver.RetentionPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes away the days that are kept no longer. Detaching locks the parent for a moment; it waits for that moment no longer than
 * {@link #LOCK_WAIT_MILLIS}, because whoever claims meanwhile waits behind it, and otherwise leaves the day to the next run.
 *
 * <p>The attempts of operations that are not at their end stay: they are moved to the partition for the rest in the same transaction.
 */
final class OldPartitions {
    private static final Logger LOG = LoggerFactory.getLogger(OldPartitions.class);

    static final int LOCK_WAIT_MILLIS = 100;

    /** By their names; a day's last minute is older than what is kept. */
    private static final String SELECT_OLD = """
            SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = 'querent_receiver.%1$s'::regclass AND c.relname ~ '^%1$s_[0-9]{8}$'
                AND to_date(right(c.relname, 8), 'YYYYMMDD') + 1 <= (statement_timestamp() AT TIME ZONE 'UTC')
                    - ? * interval '1 millisecond'
            ORDER BY c.relname LIMIT 100
            """;

    private static final String DETACH = """
            SET LOCAL lock_timeout = %3$d;
            ALTER TABLE querent_receiver.%1$s DETACH PARTITION querent_receiver.%2$s
            """;

    /** What is not at its end is found by its own index, then its attempts by their key. */
    private static final String KEEP_UNFINISHED = """
            INSERT INTO querent_receiver.operation_attempt
            SELECT a.* FROM querent_receiver.operation_record r
            JOIN querent_receiver.%s a ON a.bucket = r.bucket AND a.operation_id = r.operation_id
            WHERE r.status < 10
            """;

    private static final String DROP = "DROP TABLE querent_receiver.%s";

    /** In the partition for the rest lie days that had none of their own, and attempts that were kept. */
    private static final String REAP_REST = """
            DELETE FROM querent_receiver.%1$s_rest WHERE ctid = ANY (ARRAY(
                SELECT a.ctid FROM querent_receiver.%1$s_rest a
                WHERE a.period < querent_receiver.period_of(statement_timestamp() - ? * interval '1 millisecond') AND NOT EXISTS (
                    SELECT FROM querent_receiver.operation_record r
                    WHERE r.bucket = a.bucket AND r.operation_id = a.operation_id AND r.status < 10)
                LIMIT 1000))
            """;

    private final SqlText sql;
    private final RetentionPolicy policy;

    OldPartitions(SqlText sql, RetentionPolicy policy) {
        this.sql = sql;
        this.policy = policy;
    }

    /**
     * What a run did.
     *
     * @param days tables taken away
     * @param waiting tables that were in use
     */
    record Removed(int days, int waiting) {}

    Removed remove(Transactions transactions) {
        int days = 0;
        int waiting = 0;
        try {
            for (String parent : Partitions.PARENTS) {
                for (String partition : transactions.run(connection -> old(connection, parent))) {
                    if (remove(transactions, parent, partition)) {
                        days++;
                    } else {
                        waiting++;
                    }
                }
                int reaped = transactions.run(connection -> reapRest(connection, parent));
                LOG.debug("{} rows of {} without a day of their own are gone", reaped, parent);
            }
        } catch (Exception failed) {
            throw GuardUnavailableException.nothingDone("old partitions", failed);
        }
        return new Removed(days, waiting);
    }

    private List<String> old(Connection connection, String parent) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql.of(SELECT_OLD.formatted(parent)))) {
            select.setLong(1, policy.answers().toMillis());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
        }
        return names;
    }

    private boolean remove(Transactions transactions, String parent, String partition) throws Exception {
        try {
            transactions.run(connection -> {
                detach(connection, parent, partition);
                return partition;
            });
            if (!policy.archive()) {
                transactions.run(connection -> {
                    execute(connection, DROP.formatted(partition));
                    return partition;
                });
            }
            LOG.info("the receiver's table {} is {}", partition, policy.archive() ? "detached" : "dropped");
            return true;
        } catch (Exception failed) {
            if (SqlFailure.isLockTimeout(failed) || SqlFailure.isConflict(failed)) {
                LOG.debug("{} is in use; the next run tries again", partition);
                return false;
            }
            throw failed;
        }
    }

    private void detach(Connection connection, String parent, String partition) throws SQLException {
        execute(connection, DETACH.formatted(parent, partition, LOCK_WAIT_MILLIS));
        if (parent.equals("operation_attempt")) {
            execute(connection, KEEP_UNFINISHED.formatted(partition));
        }
    }

    private int reapRest(Connection connection, String parent) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(sql.of(REAP_REST.formatted(parent)))) {
            delete.setLong(1, policy.answers().plusDays(1).toMillis());
            return delete.executeUpdate();
        }
    }

    private void execute(Connection connection, String statement) throws SQLException {
        try (Statement each = connection.createStatement()) {
            each.execute(sql.of(statement));
        }
    }
}
