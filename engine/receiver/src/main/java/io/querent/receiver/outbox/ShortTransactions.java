package io.querent.receiver.outbox;

import io.querent.outbox.UnavailableException;
import io.querent.outbox.jdbc.MessageTransactions;
import io.querent.receiver.jdbc.SqlFailure;
import io.querent.receiver.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The receiver's transactions, as statements on messages use them. For the receiver's own packages. Thread-safe. */
public final class ShortTransactions implements MessageTransactions {
    private static final int TRIES_AGAINST_CONFLICTS = 5;
    private static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private final Transactions transactions;

    /** @param transactions where connections come from */
    public ShortTransactions(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public <T> T committed(String what, Work<T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return transactions.run(connection -> atReadCommitted(connection, work));
            } catch (Exception failure) {
                if (!SqlFailure.isConflict(failure) || tries == TRIES_AGAINST_CONFLICTS) {
                    throw unavailable(what, failure);
                }
            }
        }
    }

    /** A transaction of its own likewise: what manages transactions may know no other way. */
    @Override
    public <T> T autoCommitted(String what, Work<T> work) {
        return committed(what, work);
    }

    private static <T> T atReadCommitted(Connection connection, Work<T> work) throws SQLException {
        try (Statement begin = connection.createStatement()) {
            begin.execute(READ_COMMITTED);
        }
        return work.on(connection);
    }

    /** What a failure of the database's means to whoever keeps messages in it. */
    public static UnavailableException unavailable(String what, Exception failure) {
        return new UnavailableException(
                "QRT-9050",
                "the receiver's database is not available; while=" + what + ", found=" + failure.getMessage()
                        + "; nothing is known to have changed, it is tried again",
                failure);
    }
}
