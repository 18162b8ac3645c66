package io.querent.receiver.jdbc;

import io.querent.receiver.ReceiverException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Makes partitions by day (UTC) of all that is kept for a while only. */
final class Partitions {
    static final List<String> PARENTS = List.of("operation_answer", "operation_body", "operation_attempt");

    /** A node that starts after a week still finds its partitions. */
    static final int DAYS_AHEAD = 8;

    private static final String ENSURE = """
            SELECT count(*) FILTER (WHERE querent_receiver.ensure_partition(?, (statement_timestamp() AT TIME ZONE 'UTC')::date + ahead))
            FROM generate_series(0, ?) AS ahead
            """;

    /** Attaching locks the partition for the rest for a moment; rather later than in everybody's way. */
    private static final String BE_BRIEF = "SET LOCAL lock_timeout = '200ms'";

    private final String ensure;

    Partitions(SqlText sql) {
        this.ensure = sql.of(ENSURE);
    }

    /** Makes those of today and the days ahead that do not exist; what comes too late goes to a partition for the rest. */
    int makeAhead(Transactions transactions, int daysAhead) {
        int made = 0;
        for (String parent : PARENTS) {
            made += make(transactions, parent, daysAhead);
        }
        return made;
    }

    private int make(Transactions transactions, String parent, int daysAhead) {
        try {
            return transactions.run(connection -> ensure(connection, parent, daysAhead));
        } catch (Exception failed) {
            if (SqlFailure.isLockTimeout(failed)) {
                return 0;
            }
            throw new ReceiverException(
                    "QRT-9002",
                    "partitions of " + parent + " cannot be made; found=" + failed.getMessage()
                            + "; see that the role owns the receiver's tables",
                    failed);
        }
    }

    private int ensure(Connection connection, String parent, int daysAhead) throws SQLException {
        try (PreparedStatement brief = connection.prepareStatement(BE_BRIEF);
                PreparedStatement each = connection.prepareStatement(ensure)) {
            brief.execute();
            each.setString(1, parent);
            each.setInt(2, daysAhead);
            try (ResultSet count = each.executeQuery()) {
                count.next();
                return count.getInt(1);
            }
        }
    }
}
