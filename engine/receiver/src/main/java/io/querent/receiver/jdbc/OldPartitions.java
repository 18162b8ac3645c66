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

    /** On a table that was detached to be dropped, as opposed to one that is detached for an archive and stays. */
    private static final String MARK = "querent: to be dropped";

    /**
     * By their names; a day's last minute is older than what is kept. Also what a process has detached that died before it dropped it:
     * nothing but its name and the mark tells of it then.
     */
    private static final String SELECT_OLD = """
            SELECT c.relname, i.inhrelid IS NOT NULL FROM pg_class p
            JOIN pg_class c ON c.relnamespace = p.relnamespace AND c.relkind = 'r'
            LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND i.inhparent = p.oid
            WHERE p.oid = 'querent_receiver.%1$s'::regclass AND c.relname ~ '^%1$s_[0-9]{8}$'
                AND (i.inhrelid IS NOT NULL OR obj_description(c.oid, 'pg_class') = '%2$s')
                AND to_date(right(c.relname, 8), 'YYYYMMDD') + 1 <= (statement_timestamp() AT TIME ZONE 'UTC')
                    - ? * interval '1 millisecond'
            ORDER BY c.relname LIMIT 100
            """;

    private static final String DETACH = """
            SET LOCAL lock_timeout = %3$d;
            ALTER TABLE querent_receiver.%1$s DETACH PARTITION querent_receiver.%2$s
            """;

    private static final String MARK_IT = "COMMENT ON TABLE querent_receiver.%s IS '" + MARK + "'";

    /** What is not at its end is found by its own index, then its attempts by their key. */
    private static final String KEEP_UNFINISHED = """
            INSERT INTO querent_receiver.operation_attempt
            SELECT a.* FROM querent_receiver.operation_record r
            JOIN querent_receiver.%s a ON a.bucket = r.bucket AND a.operation_id = r.operation_id
            WHERE r.status < 10
            """;

    private static final String DROP = """
            SET LOCAL lock_timeout = %2$d;
            DROP TABLE querent_receiver.%1$s
            """;

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

    /** What became of a table. */
    private enum End {
        GONE,
        IN_USE,
        ANOTHERS
    }

    /** A table whose day is over. */
    private record Old(String name, boolean attached) {}

    Removed remove(Transactions transactions) {
        int days = 0;
        int waiting = 0;
        try {
            for (String parent : Partitions.PARENTS) {
                for (Old partition : transactions.run(connection -> old(connection, parent))) {
                    End end = remove(transactions, parent, partition);
                    days += end == End.GONE ? 1 : 0;
                    waiting += end == End.IN_USE ? 1 : 0;
                }
                int reaped = transactions.run(connection -> reapRest(connection, parent));
                LOG.debug("{} rows of {} without a day of their own are gone", reaped, parent);
            }
        } catch (Exception failed) {
            throw GuardUnavailableException.nothingDone("old partitions", failed);
        }
        return new Removed(days, waiting);
    }

    private List<Old> old(Connection connection, String parent) throws SQLException {
        List<Old> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql.of(SELECT_OLD.formatted(parent, MARK)))) {
            select.setLong(1, policy.answers().toMillis());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(new Old(rows.getString(1), rows.getBoolean(2)));
                }
            }
        }
        return found;
    }

    private End remove(Transactions transactions, String parent, Old partition) throws Exception {
        String name = partition.name();
        boolean stays = partition.attached() && policy.archive();
        try {
            if (partition.attached()) {
                transactions.run(connection -> {
                    detach(connection, parent, name);
                    return name;
                });
            }
            if (!stays) {
                transactions.run(connection -> {
                    execute(connection, DROP.formatted(name, LOCK_WAIT_MILLIS));
                    return name;
                });
            }
            LOG.info("the receiver's table {} is {}", name, stays ? "detached" : "dropped");
            return End.GONE;
        } catch (Exception failed) {
            if (SqlFailure.isNoTable(failed)) {
                LOG.debug("another node was first to take {} away", name);
                return End.ANOTHERS;
            } else if (SqlFailure.isLockTimeout(failed) || SqlFailure.isConflict(failed)) {
                LOG.debug("{} is in use; the next run tries again", name);
                return End.IN_USE;
            }
            throw failed;
        }
    }

    private void detach(Connection connection, String parent, String partition) throws SQLException {
        execute(connection, DETACH.formatted(parent, partition, LOCK_WAIT_MILLIS));
        if (parent.equals("operation_attempt")) {
            execute(connection, KEEP_UNFINISHED.formatted(partition));
        }
        if (!policy.archive()) {
            execute(connection, MARK_IT.formatted(partition));
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
