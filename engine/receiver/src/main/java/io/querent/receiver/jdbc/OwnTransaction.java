package io.querent.receiver.jdbc;

import io.querent.receiver.GuardCounters;
import io.querent.receiver.GuardUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Transactions that are the guard's own and can each be run again: after a conflict because nothing of them is left, after a commit whose
 * answer was lost because what they do recognises its own earlier end.
 */
final class OwnTransaction {
    private static final String SAVEPOINT = "SAVEPOINT querent_work";

    private final Transactions transactions;
    private final GuardSettings settings;
    private final GuardCounters counters;
    private final String begin;

    OwnTransaction(Transactions transactions, GuardSettings settings, GuardCounters counters) {
        this.transactions = transactions;
        this.settings = settings;
        this.counters = counters;
        this.begin = "SET TRANSACTION ISOLATION LEVEL " + settings.isolation().sql();
    }

    /** First statement of a transaction in which users' work runs. */
    void beginWork(Connection connection) throws SQLException {
        execute(connection, begin);
    }

    /** What is written from here on can be undone by itself. */
    void savepoint(Connection connection) throws SQLException {
        execute(connection, SAVEPOINT);
    }

    /**
     * Runs one, and again while it helps.
     *
     * @throws GuardUnavailableException when the commit's outcome stays unknown
     * @throws Exception what the work threw
     */
    <R> R run(String key, TransactionWork<R> work) throws Exception {
        for (int tries = 1; ; tries++) {
            boolean[] written = {false};
            try {
                return transactions.run(connection -> {
                    R result = work.on(connection);
                    written[0] = true;
                    return result;
                });
            } catch (Exception failed) {
                boolean last = tries >= settings.conflictTries();
                boolean inDoubt = written[0] && !SqlFailure.isRolledBack(failed);
                if (SqlFailure.isConflict(failed) && !last) {
                    counters.retried();
                } else if (inDoubt) {
                    counters.commitInDoubt();
                    if (last) {
                        throw GuardUnavailableException.outcomeUnknown(key, failed);
                    }
                } else {
                    throw failed;
                }
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
